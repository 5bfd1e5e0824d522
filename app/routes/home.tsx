import { home } from '../../content/home.ts'
import { site } from '../../content/site.ts'
import { metadata } from '../public/metadata.ts'
import { Harbour, Kanga, Rosette } from '../public/motifs.tsx'
import { buttonStyle } from '../ui/button.tsx'

export const meta = () => metadata({ title: site.name, path: '/' })

export default function Home() {
  return (
    <main id="main">
      <section className="relative overflow-hidden bg-linear-to-b from-sand-200 to-sand-50">
        <div className="mx-auto grid max-w-7xl grid-cols-1 items-end gap-x-8 px-5 pt-14 lg:grid-cols-2 lg:px-8 lg:pt-16">
          <div className="pb-12 lg:pb-48">
            <h1 className="text-hero text-lagoon-900">{home.title}</h1>
            <p className="mt-6 max-w-xl text-lg">{home.lead}</p>
            <div className="mt-8 flex flex-wrap gap-3">
              {home.buttons.map(({ name, href }, i) => (
                <a
                  key={href}
                  href={href}
                  className={buttonStyle({ variant: i ? 'outline' : 'primary', size: 'lg' })}
                >
                  {name}
                </a>
              ))}
            </div>
          </div>
          <Harbour className="-mx-5 block w-[calc(100%+2.5rem)] max-w-none lg:mr-0 lg:-ml-16 lg:w-[calc(100%+4rem)]" />
        </div>
      </section>
      <Kanga jina={home.jina.words} meaning={home.jina.meaning} />
      <section className="makuti bg-sand-100">
        <div className="mx-auto flex max-w-7xl flex-col gap-8 px-5 py-16 md:flex-row md:items-center md:gap-14 lg:px-8 lg:py-24">
          <Rosette className="size-32 shrink-0 text-coral-500 md:size-52" />
          <div className="max-w-2xl">
            <h2 className="text-title">{home.attachment.title}</h2>
            <p className="mt-4 text-lg">{home.attachment.text}</p>
            <a href={home.attachment.link.href} className={buttonStyle({ className: 'mt-7' })}>
              {home.attachment.link.name}
            </a>
          </div>
        </div>
      </section>
    </main>
  )
}
