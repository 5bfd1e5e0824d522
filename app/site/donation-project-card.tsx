import type { PublicItem } from '../../contract/content/public-items.ts'
import { cn } from '../lib/cn.ts'
import { grounds, Motif } from './motif.tsx'

/** A project as one large radio button. The choice can be changed but not cleared. */
export function DonationProjectCard({ project }: { project: PublicItem<'donation-projects'> }) {
  const { slug, title, text, target, raised, motif } = project
  return (
    <div className="relative flex flex-col overflow-hidden rounded-md border-4 border-sand-300 bg-white has-checked:border-lagoon-800">
      <div className={cn('p-4', grounds[motif])}>
        <Motif name={motif} className="h-28 w-full" />
      </div>
      <div className="flex flex-1 flex-col p-5">
        <label className="whole-card flex items-center gap-3 font-display text-xl font-bold">
          <input
            type="radio"
            name="project"
            value={title}
            aria-describedby={`${slug}-text`}
            className="relative z-10 size-5 shrink-0 accent-lagoon-800"
          />
          {title}
        </label>
        <div id={`${slug}-text`} className="flex flex-1 flex-col">
          <p className="mt-2 mb-4 flex-1">{text}</p>
          <progress
            value={raised}
            max={target}
            aria-label={`Raised for ${title}`}
            className="raised"
          />
          <p className="mt-2 text-sm">
            <b>{dollars(raised)}</b> raised of {dollars(target)}
          </p>
        </div>
      </div>
    </div>
  )
}

function dollars(amount: number) {
  return `$${amount.toLocaleString('en')}`
}
