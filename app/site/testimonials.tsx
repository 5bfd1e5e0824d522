import type { PublicItem } from '../../contract/content/public-items.ts'
import { LazyImage } from './lazy-image.tsx'
import { Section } from './section.tsx'

interface Props {
  title: string
  items: readonly PublicItem<'testimonials'>[]
}

export function Testimonials({ title, items }: Props) {
  if (items.length === 0) return null
  return (
    <Section title={title} tone="sand">
      <div className="mt-8 grid grid-cols-1 gap-6 @5xl:grid-cols-3">
        {items.map(({ slug, quote, name, role, image }) => (
          <figure key={slug} className="flex flex-col rounded-md bg-white p-6">
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
