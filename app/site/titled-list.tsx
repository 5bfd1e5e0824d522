import type { MotifName, Titled } from '../../content/types.ts'
import { cn } from '../lib/cn.ts'
import { grounds, Motif } from './motif.tsx'

interface Props {
  items: (Titled & { motif?: MotifName })[]
  /** Motif for items without one of their own. */
  motif?: MotifName
  /** Component that draws the motifs. */
  Drawing?: typeof Motif
}

/** List of items with title and sentence, each beside a small motif. */
export function TitledList({ items, motif = 'rosette', Drawing = Motif }: Props) {
  return (
    <ul className="mt-8 grid grid-cols-1 gap-x-12 gap-y-9 @3xl:grid-cols-2">
      {items.map((item) => (
        <li key={item.title} className="flex flex-wrap gap-x-5 gap-y-3">
          <Drawing
            name={item.motif ?? motif}
            className={cn('size-18 shrink-0 rounded-md p-2', grounds[item.motif ?? motif])}
          />
          <div className="flex-1 basis-48">
            <h3 className="text-xl">{item.title}</h3>
            <p className="mt-1.5">{item.text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
