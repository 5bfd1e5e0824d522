import type { DonationProject } from '../../content/donation.ts'
import { cn } from '../lib/cn.ts'
import { grounds, Motif } from './motif.tsx'

/** A project as one large radio button. The choice can be changed but not cleared. */
export function DonationProjectCard({ project }: { project: DonationProject }) {
  const { id, title, text, target, raised, motif } = project
  return (
    <label
      htmlFor={id}
      className="flex flex-col overflow-hidden rounded-md border-4 border-sand-300 bg-white has-checked:border-lagoon-800"
    >
      <span className={cn('p-4', grounds[motif])}>
        <Motif name={motif} className="h-28 w-full" />
      </span>
      <span className="flex flex-1 flex-col p-5">
        <span className="flex items-center gap-3 font-display text-xl font-bold">
          <input
            id={id}
            type="radio"
            name="project"
            value={title}
            aria-describedby={`${id}-text`}
            className="size-5 shrink-0 accent-lagoon-800"
          />
          {title}
        </span>
        <span id={`${id}-text`} className="flex flex-1 flex-col">
          <span className="mt-2 mb-4 flex-1">{text}</span>
          <progress
            value={raised}
            max={target}
            aria-label={`Raised for ${title}`}
            className="raised"
          />
          <span className="mt-2 text-sm">
            <b>{dollars(raised)}</b> raised of {dollars(target)}
          </span>
        </span>
      </span>
    </label>
  )
}

function dollars(amount: number) {
  return `$${amount.toLocaleString('en')}`
}
