import type { MotifName } from '../../content/types.ts'
import { cn } from '../lib/cn.ts'
import { grounds, Motif } from './motif.tsx'

interface Props {
  title: string
  text: string
  motif: MotifName
  href: string
  /** With its motif beside it on a wide screen too, instead of under it. */
  compact?: boolean
}

/** A program as a link, on the ground of its motif. */
export function ProgramCard({ title, text, motif, href, compact }: Props) {
  return (
    <li
      className={cn(
        'relative flex overflow-hidden rounded-md',
        compact ? 'md:max-xl:flex-col' : 'md:flex-col',
        grounds[motif],
      )}
    >
      <div className="flex-1 p-6">
        <h3 className="text-2xl md:max-xl:text-xl">
          <a className="whole-card underline-offset-4 hover:underline" href={href}>
            {title}
          </a>
        </h3>
        <p className="mt-2">{text}</p>
      </div>
      <Motif
        name={motif}
        className={cn(
          'm-4 size-20 shrink-0 self-center text-coral-500',
          compact ? 'md:max-xl:self-end' : 'md:size-40 md:self-end',
        )}
      />
    </li>
  )
}
