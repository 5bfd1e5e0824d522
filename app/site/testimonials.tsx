import type { Testimonial } from '../../content/types.ts'
import { LazyImage } from './lazy-image.tsx'
import { Section } from './section.tsx'

export function Testimonials({ title, items }: { title: string; items: Testimonial[] }) {
  return (
    <Section title={title} tone="sand">
      <div className="mt-8 grid grid-cols-1 gap-6 @5xl:grid-cols-3">
        {items.map(({ quote, name, role, image }) => (
          <figure key={name} className="flex flex-col rounded-md bg-white p-6">
            <blockquote className="flex-1 font-display text-xl">“{quote}”</blockquote>
            <figcaption className="mt-5 flex flex-wrap items-center gap-4">
              <LazyImage {...image} className="w-20 shrink-0 rounded-full" sizes="80px" />
              <div>
                <p className="font-semibold">{name}</p>
                <p className="text-muted">{role}</p>
              </div>
            </figcaption>
          </figure>
        ))}
      </div>
    </Section>
  )
}
