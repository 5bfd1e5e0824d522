import { cn } from '../lib/cn.ts'

interface Props {
  /** Path of a WebP file. A file of half its width (`-half.webp`) must exist beside it. */
  src: string
  /** Width and height of the file in pixels. */
  width: number
  height: number
  alt: string
  className?: string
  /** `sizes` attribute for browsers without scripts; scripts measure the layout. */
  sizes?: string
}

/**
 * Lazy image with reserved space. The `img` is inside a `noscript` element. When it comes near the
 * screen, scripts/lazy-pictures.ts takes it out.
 */
export function LazyImage({ className, ...picture }: Props) {
  return (
    <div
      className={cn('picture', className)}
      dangerouslySetInnerHTML={{ __html: inside(picture) }}
    />
  )
}

function inside({ src, width, height, alt, sizes = '(min-width: 768px) 400px, 100vw' }: Props) {
  const half = src.replace(/\.webp$/, '-half.webp')
  const srcset = `${half} ${Math.round(width / 2)}w,${src} ${width}w`
  const image = attributes({ src, srcset, sizes, width, height, alt })
  return `<svg viewBox="0 0 ${width} ${height}" aria-hidden="true"></svg><noscript><img${image}></noscript>`
}

function attributes(all: Record<string, string | number>) {
  return Object.entries(all)
    .map(([name, value]) => ` ${name}="${escape(String(value))}"`)
    .join('')
}

function escape(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
