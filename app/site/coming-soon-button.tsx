import { buttonStyle } from '../ui/button.tsx'

interface Props {
  name: string
  /** Ids of the note about the missing feature and of other descriptions. */
  describedBy: string
}

/** Button of a feature that does not exist yet. It stays focusable and announces its note. */
export function ComingSoonButton({ name, describedBy }: Props) {
  return (
    <button
      type="button"
      aria-disabled="true"
      aria-describedby={describedBy}
      className={buttonStyle({ variant: 'inert' })}
    >
      {name}
    </button>
  )
}

/** Visible note under the button: what is missing, and an alternative. */
export function ComingSoonNote({ id, note }: { id: string; note: string }) {
  return (
    <p id={id} className="mt-3 text-sm">
      {note}
    </p>
  )
}
