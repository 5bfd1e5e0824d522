import { cn } from '../lib/cn.ts'

interface Props {
  /** A WebP in `public/images`; beside it lies the same at half its width (artwork/content.ts). */
  src: string
  /** In pixels, of the file. */
  width: number
  height: number
  alt: string
  className?: string
  /** How wide the layout shows it, for browsers without scripts: where they run, it is measured. */
  sizes?: string
}

/**
 * A picture that takes its place at once and is loaded when it comes into view: scripts/enhance.ts
 * watches for it, and takes it out of the `noscript` that shows it to everybody else. React leaves
 * what is inside alone.
 */
export function LazyImage({ className, ...picture }: Props) {
  return (
    <div
      className={cn('picture', className)}
      dangerouslySetInnerHTML={{ __html: inside(picture) }}
      suppressHydrationWarning
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
