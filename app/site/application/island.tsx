import type { ReactNode } from 'react'

interface Props {
  /** The address of the script that takes over. */
  script: string
  /** What the script has to know of how the server rendered the children. */
  given: object
  children: ReactNode
}

/**
 * The part of a page that moves, for pages on phones: React takes over what is in it and nothing
 * around it, and brings no router. scripts/enhance.ts starts the script, as every `data-script`. No
 * browser is to translate it: React cannot take over what has other words in it, and begins it anew,
 * without what was typed and without the lists to choose from.
 */
export function Island({ script, given, children }: Props) {
  return (
    <div translate="no" data-script={script} data-given={JSON.stringify(given)}>
      {children}
    </div>
  )
}
