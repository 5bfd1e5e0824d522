import type { ComponentProps } from 'react'
import type { Proverb, MotifName } from '../../content/types.ts'
import { cn } from '../lib/cn.ts'
import { useLanguage } from '../lib/language.tsx'
import { Motif } from './motif.tsx'
import harbour from './motifs/harbour.svg?raw'

// Inline drawings for all pages or for the first screen. Motifs are in motifs/sprite.svg, repeating
// patterns in motifs.css. All drawings are decoration.

/** Dhow (sailing boat of the coast) with a lateen sail: the foundation's logo. */
export function Dhow(props: ComponentProps<'svg'>) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" fill="none" {...props}>
      <path className="fill-mango-400" d="M31 2c4 13 2 22-5 29L8 29C19 24 27 15 31 2z" />
      <path className="fill-sand-50" d="M2 33h44c-3 8-8 11-15 11H17C9 44 4 40 2 33z" />
      <path className="stroke-coral-500" strokeWidth="2.5" d="M5 37.5h38" />
    </svg>
  )
}

/** Arrow of a dropdown. It turns over when the surrounding `group` is open. */
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

/** The old harbour in the morning. The sea is larger than the drawing: the caller must clip it. */
export function Harbour(props: ComponentProps<'svg'>) {
  return <Drawing svg={harbour} overflow="visible" {...props} />
}

interface KangaProps {
  proverb: Proverb
  /** Motif on both sides. With null the page does not request the sprite file. */
  motif?: MotifName | null
  className?: string
}

/** Kanga (printed cloth) with its saying: border, field and text. */
export function Kanga({ proverb, motif = 'rosette', className }: KangaProps) {
  const { language } = useLanguage()
  const flank = motif && (
    <Motif name={motif} className="hidden size-20 shrink-0 text-lagoon-900 @min-[40rem]:block" />
  )
  return (
    <div className={cn('overflow-hidden bg-mango-400 text-ink', className)}>
      <div className="kanga-border" />
      <div className="flex items-center justify-center gap-6 px-5 py-7 @3xl:gap-12 @3xl:py-9">
        {flank}
        <figure className="text-center">
          <blockquote
            lang="sw"
            className="font-display text-2xl leading-tight font-bold tracking-wide text-balance uppercase"
          >
            {proverb.words}
          </blockquote>
          {language === 'en' ? (
            <figcaption className="mt-1.5 text-balance">{proverb.meaning}</figcaption>
          ) : null}
        </figure>
        {flank}
      </div>
      <div className="kanga-border [main>div:last-child>&]:hidden" />
    </div>
  )
}

interface DrawingProps extends ComponentProps<'svg'> {
  /** Content of an SVG file. Its classes refer to the page's colours. */
  svg: string
}

/** Inline SVG drawing, hidden from screen readers. */
export function Drawing({ svg, ...props }: DrawingProps) {
  const [, viewBox, lines = ''] = /^<svg .*viewBox="([^"]*)".*>([^]*)<\/svg>/.exec(svg) ?? []
  return (
    <svg
      viewBox={viewBox}
      aria-hidden="true"
      fill="none"
      {...props}
      dangerouslySetInnerHTML={{ __html: lines.replaceAll('\n', '') }}
    />
  )
}
