import type { MotifName } from '../../content/types.ts'
import sprite from './motifs/sprite.svg?raw'

/** Motif inlined from the sprite: a tenth of the bytes on a page with one motif. */
export function MotifInside({ name, className }: { name: MotifName; className?: string }) {
  const [, viewBox, __html = ''] =
    new RegExp(`<symbol id="${name}" viewBox="([^"]*)">([^]*?)</symbol>`).exec(sprite) ?? []
  return (
    <svg
      aria-hidden="true"
      fill="none"
      viewBox={viewBox}
      className={className}
      dangerouslySetInnerHTML={{ __html }}
    />
  )
}
