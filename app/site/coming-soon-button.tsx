import { buttonStyle } from '../ui/button.tsx'

interface Props {
  name: string
  /** Ids of the elements that describe the button, such as the note below it. */
  describedBy: string
}

/** Button of a feature that does not exist yet. It can be focused and has a description. */
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

/** Note under the button: says what is missing and names an alternative. */
export function ComingSoonNote({ id, note }: { id: string; note: string }) {
  return (
    <p id={id} className="mt-3 text-sm">
      {note}
    </p>
  )
}
