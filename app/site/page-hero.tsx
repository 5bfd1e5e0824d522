import type { ReactNode } from 'react'
import type { MotifName } from '../../content/types.ts'
import { cn } from '../lib/cn.ts'
import { grounds, Motif, Pindo } from './motif.tsx'

interface Props {
  title: string
  lead: string
  motif: MotifName
  /** Drawing in place of the motif. */
  art?: ReactNode
  /** Content under the lead, such as buttons or facts. */
  children?: ReactNode
}

/** Page header: title on the motif's background, above a border made of the motif. */
export function PageHero({ title, lead, motif, art, children }: Props) {
  return (
    <header className={cn('@container overflow-hidden', grounds[motif])}>
      <div className="wrap grid grid-cols-1 items-end gap-x-10 pt-12 @3xl:grid-cols-[1fr_17rem] @5xl:grid-cols-[1fr_26rem] @5xl:pt-16">
        <div className="pb-8 @3xl:pb-16 @5xl:pb-24">
          <h1 className="text-hero">{title}</h1>
          <p className="mt-5 max-w-2xl text-lg">{lead}</p>
          {children}
        </div>
        <div className="size-40 max-w-full justify-self-end text-coral-500 @3xl:size-68 @3xl:self-center @5xl:size-104">
          {art ?? <Motif name={motif} className="size-full" />}
        </div>
      </div>
      <Pindo motif={motif} className={cn('mt-4 @3xl:mt-0', border(motif))} />
    </header>
  )
}

/** A light background has a dark border, a dark background a light one. */
function border(motif: MotifName) {
  return grounds[motif].includes('text-white') ? 'bg-mango-400' : 'bg-lagoon-950'
}
