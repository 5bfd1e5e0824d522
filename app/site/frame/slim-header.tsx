import { site } from '../../../content/site.ts'
import { Dhow } from '../motifs.tsx'

/** Header without navigation, for the pages after the application form. */
export function SlimHeader() {
  return (
    <header className="bg-lagoon-900 text-white print:hidden">
      <div className="mx-auto max-w-3xl px-4">
        <a href="/" className="inline-flex min-h-16 max-w-full items-center gap-2.5 no-underline">
          <Dhow className="size-10" />
          <span className="w-29 shrink-0 font-display text-base leading-[1.15] font-bold">
            {site.name}
          </span>
        </a>
      </div>
    </header>
  )
}
