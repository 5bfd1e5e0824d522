/** Name of a keyboard shortcut, hidden on phones. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd
      aria-hidden="true"
      className="rounded-sm border border-current px-1 text-xs leading-5 max-lg:hidden"
    >
      {children}
    </kbd>
  )
}
