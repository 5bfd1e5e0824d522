import { buttonStyle } from '../ui/button.tsx'

interface Props {
  name: string
  /** Ids of what says that this cannot be done online yet, and of what else describes it. */
  describedBy: string
}

/** A button whose action does not exist yet (specification, section 2): it can be reached, and says so. */
export function InertButton({ name, describedBy }: Props) {
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

/** Visible under the button: what it cannot do, and what one can do instead. */
export function InertNote({ id, note }: { id: string; note: string }) {
  return (
    <p id={id} className="mt-3 text-sm">
      {note}
    </p>
  )
}
