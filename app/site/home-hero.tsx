import { home } from '../../content/home.ts'
import { buttonStyle } from '../ui/button.tsx'
import { Harbour } from './motifs.tsx'

/** Top of the home page: a harbour scene with the three main links. */
export function HomeHero() {
  return (
    <section className="relative overflow-hidden bg-linear-to-b from-sand-200 to-sand-50">
      <div className="wrap grid grid-cols-1 items-end gap-x-8 pt-14 @5xl:grid-cols-2 @5xl:pt-16">
        <div className="pb-12 @5xl:pb-48">
          <h1 className="text-hero text-lagoon-900">{home.title}</h1>
          <p className="mt-6 max-w-xl text-lg">{home.lead}</p>
          <div className="mt-8 flex flex-wrap gap-2 @min-[40rem]:gap-3">
            {home.buttons.map(({ name, href }, i) => (
              <a
                key={href}
                href={href}
                className={buttonStyle({ variant: i ? 'outline' : 'primary' })}
              >
                {name} {i ? <span aria-hidden="true">→</span> : null}
              </a>
            ))}
          </div>
        </div>
        <Harbour className="-mx-5 block w-[calc(100%+2.5rem)] max-w-none @5xl:mr-0 @5xl:-ml-16 @5xl:w-[calc(100%+4rem)]" />
      </div>
    </section>
  )
}
