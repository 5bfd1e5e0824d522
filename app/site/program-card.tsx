import type { MotifName } from '../../content/types.ts'
import { cn } from '../lib/cn.ts'
import { grounds, Motif } from './motif.tsx'

interface Props {
  title: string
  text: string
  motif: MotifName
  href: string
  /** True to keep the motif beside the text on wide screens, too. */
  compact?: boolean
}

/** Link to a program, as a card on the motif's background. */
export function ProgramCard({ title, text, motif, href, compact }: Props) {
  return (
    <li
      className={cn(
        'relative flex flex-wrap gap-x-5 gap-y-2 rounded-md p-6 @3xl:grid @3xl:grid-cols-[1fr_auto] @3xl:grid-rows-[auto_1fr]',
        grounds[motif],
      )}
    >
      <h3 className="col-span-2 w-full text-2xl @3xl:@max-5xl:text-xl">
        <a className="whole-card underline-offset-4 hover:underline" href={href}>
          {title}
        </a>
      </h3>
      <p
        className={cn('flex-1 basis-32', compact ? '@3xl:@max-7xl:col-span-2' : '@3xl:col-span-2')}
      >
        {text}
      </p>
      <Motif
        name={motif}
        className={cn(
          'ml-auto size-20 self-end text-coral-500',
          compact ? '@3xl:@max-7xl:col-span-2' : '@3xl:col-span-2 @3xl:size-40',
        )}
      />
    </li>
  )
}
