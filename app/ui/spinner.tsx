/** Decoration: text beside it must say what is loading. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-5 shrink-0 animate-spin rounded-full border-3 border-current border-r-transparent"
    />
  )
}
