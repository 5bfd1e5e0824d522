import type { MotifName } from '../../content/types.ts'
import { cn } from '../lib/cn.ts'
import sprite from './motifs/sprite.svg?no-inline'

/** Background of each large motif. Colour and motif identify a program or department. */
export const grounds: Record<MotifName, string> = {
  rosette: 'bg-sand-200',
  mkeka: 'bg-mango-400',
  tanga: 'bg-lagoon-200',
  mlango: 'bg-lagoon-900 text-white',
  mbuyu: 'bg-sand-200',
  korosho: 'bg-coral-200',
  siwa: 'bg-lagoon-700 text-white',
  jali: 'bg-lagoon-950 text-white',
  ngoma: 'bg-coral-800 text-white',
  bao: 'bg-mango-200',
  kibaba: 'bg-mango-400',
  taa: 'bg-lagoon-950 text-white',
  dira: 'bg-sand-200',
  kofia: 'bg-coral-200',
  jua: 'bg-coral-200',
  nanga: 'bg-lagoon-800 text-white',
  tiara: 'bg-lagoon-200',
  mnara: 'bg-lagoon-700 text-white',
}

/**
 * Draws a motif of the sprite file. Its class sets the size; screen readers skip it. All motifs
 * share one request.
 */
export function Motif({ name, className }: { name: MotifName; className?: string }) {
  return <Symbol id={name} className={className} />
}

/** Icon of a social network, in the text colour. Without an icon of this name it is empty. */
export function SocialIcon({ name, className }: { name: string; className?: string }) {
  return <Symbol id={`icon-${name}`} className={className} />
}

function Symbol({ id, className }: { id: string; className?: string }) {
  return (
    <svg aria-hidden="true" fill="none" className={className}>
      <use href={`${sprite}#${id}`} />
    </svg>
  )
}

/** Kanga border made of the page's motif. Use it once per page. */
export function Pindo({ motif, className }: { motif: MotifName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      fill="none"
      className={cn('block h-14 w-full text-mango-400', className)}
    >
      <pattern id="pindo" width="56" height="56" patternUnits="userSpaceOnUse">
        <use href={`${sprite}#${motif}`} x="8" y="8" width="40" height="40" />
      </pattern>
      <rect width="100%" height="100%" fill="url(#pindo)" />
    </svg>
  )
}
