import type { ComponentProps } from 'react'
import type { Jina, MotifName } from '../../content/types.ts'
import { cn } from '../lib/cn.ts'
import { useLanguage } from '../lib/language.tsx'
import { Motif } from './motif.tsx'

// Inline drawings for every page or the first screen. Motifs are in motifs/sprite.svg, repeating
// patterns in motifs.css. All are decoration.

type Drawing = ComponentProps<'svg'>

/** Dhow with a lateen sail: the foundation's logo. */
export function Dhow(props: Drawing) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" fill="none" {...props}>
      <path className="fill-mango-400" d="M31 2c4 13 2 22-5 29L8 29C19 24 27 15 31 2z" />
      <path className="fill-sand-50" d="M2 33h44c-3 8-8 11-15 11H17C9 44 4 40 2 33z" />
      <path className="stroke-coral-500" strokeWidth="2.5" d="M5 37.5h38" />
    </svg>
  )
}

/** Disclosure arrow; turns over when the surrounding `group` is open. */
export function Caret({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 12 8"
      aria-hidden="true"
      className={cn('w-2.5 group-open:rotate-180', className)}
    >
      <path d="M0 0h12L6 8z" />
    </svg>
  )
}

/**
 * Morning over the old harbour. The sea extends past the drawing: clip it at the edge of the scene.
 */
export function Harbour(props: Drawing) {
  return (
    <svg viewBox="0 0 640 460" aria-hidden="true" overflow="visible" fill="none" {...props}>
      <circle className="fill-mango-400" cx="424" cy="196" r="118" />
      <OldTown />
      <path className="fill-lagoon-800" d="M-3000 326h6000v134h-6000z" />
      <path
        className="stroke-mango-400"
        strokeWidth="5"
        strokeLinecap="round"
        strokeDasharray="64 26 20 30"
        d="M352 346h150M326 366h190M370 386h120M340 408h150"
      />
      <Sail />
      <path className="fill-lagoon-900" d="M-3000 436h6000v24h-6000z" />
    </svg>
  )
}

/** Coral-stone houses with arches, and the mosque's tower. */
function OldTown() {
  return (
    <>
      <path
        className="fill-sand-300"
        d="M-3000 326v-9h3000V236h34v-24h58v24h26v-62h12l8-52 8-14 8 14 8 52h12v62h20v26h48v-42h62v42h30v34h46v22h54v-30h44v-24h50v24h32v-40h44v40h36v29h2400v9z"
      />
      <path
        className="fill-sand-600"
        d="M46 326v-34a16 16 0 0 1 32 0v34zM196 326v-22a13 13 0 0 1 26 0v22zM262 326v-40a14 14 0 0 1 28 0v40zM489 326v-26a14 14 0 0 1 28 0v26zM570 326v-24a12 12 0 0 1 24 0v24zM52 262v-18a8 8 0 0 1 16 0v18zM264 260v-16a7 7 0 0 1 14 0v16zM140 206v-16a6 6 0 0 1 12 0v16zM569 276v-10a5 5 0 0 1 10 0v10zM585 276v-10a5 5 0 0 1 10 0v10z"
      />
      <path className="fill-coral-500" d="M84 262h40v7H84zM204 270h44v7h-44zM440 298h34v7h-34z" />
    </>
  )
}

function Sail() {
  return (
    <g transform="translate(-6 6)">
      <path className="stroke-sand-600" strokeWidth="7" d="M228 366V92" />
      <path
        className="fill-sand-50"
        d="M330 22c34 118 16 220-46 296-62 4-128-4-190-26C196 240 280 146 330 22z"
      />
      <path className="fill-coral-500" d="M347 118c6 76-10 144-63 200l-26 1c62-58 87-124 89-201z" />
      <path
        className="stroke-sand-300"
        strokeWidth="2"
        d="M298 92c14 84-8 162-72 226M250 162c4 58-18 110-70 150"
      />
      <path
        className="stroke-sand-600"
        strokeWidth="6"
        strokeLinecap="round"
        d="M84 298C190 244 282 144 336 10"
      />
      <path
        className="fill-lagoon-950"
        d="M58 344c26 10 56 14 92 14h190c22 0 44-8 64-24 0 54-40 86-96 86H168c-62 0-98-28-110-76z"
      />
      <path
        className="stroke-coral-500"
        strokeWidth="7"
        d="M66 366c24 8 52 10 84 10h196c20 0 36-6 52-14"
      />
      <path
        className="stroke-mango-400"
        strokeWidth="7"
        strokeLinecap="round"
        strokeDasharray="0 16"
        d="M84 394c24 4 50 5 78 5h164c18 0 34-4 50-10"
      />
    </g>
  )
}

interface KangaProps {
  jina: Jina
  /** Motif on both sides; null avoids the request for the sprite. */
  motif?: MotifName | null
  className?: string
}

/** Kanga cloth with its saying: border, field and text. */
export function Kanga({ jina, motif = 'rosette', className }: KangaProps) {
  const { language } = useLanguage()
  const flank = motif && (
    <Motif name={motif} className="hidden size-20 shrink-0 text-lagoon-900 @min-[40rem]:block" />
  )
  return (
    <figure className={cn('overflow-hidden bg-mango-400 text-ink', className)}>
      <div className="kanga-border" />
      <div className="flex items-center justify-center gap-6 px-5 py-7 @3xl:gap-12 @3xl:py-9">
        {flank}
        <div className="text-center">
          <blockquote
            lang="sw"
            className="font-display text-2xl leading-tight font-bold tracking-wide text-balance uppercase"
          >
            {jina.words}
          </blockquote>
          {language === 'en' ? (
            <figcaption className="mt-1.5 text-balance">{jina.meaning}</figcaption>
          ) : null}
        </div>
        {flank}
      </div>
      <div className="kanga-border [main>figure:last-child>&]:hidden" />
    </figure>
  )
}
