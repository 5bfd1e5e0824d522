import { data } from 'react-router'
import { metadata } from '../site/frame/metadata.ts'
import { Kanga } from '../site/motifs.tsx'
import { LinkButton } from '../ui/button.tsx'

/** The metadata has a fixed path, because a page must not repeat a path that somebody made up. */
export const meta = () => metadata({ title: 'Page not found', path: '/404', hidden: true })

export const loader = () => data(null, { status: 404 })

export default function NotFound() {
  return (
    <main id="main" data-unknown-path className="makuti bg-sand-100">
      <div className="mx-auto max-w-3xl px-5 py-16 text-center @3xl:py-24">
        <h1 className="text-hero text-coral-800">404</h1>
        <p className="mt-2 font-display text-2xl font-bold">Oops! Page not found</p>
        <LinkButton href="/" name="Return to Home" size="lg" className="mt-8" />
        <Kanga
          className="mt-14"
          proverb={{
            words: 'Kupotea njia ndiyo kujua njia',
            meaning: 'To lose the way is to learn the way',
          }}
          motif="dira"
        />
      </div>
    </main>
  )
}
