import type { ReactNode } from 'react'

interface Props {
  /** URL of the script that hydrates the children. */
  script: string
  /** The props with which the server rendered the children. */
  props: object
  children: ReactNode
}

/**
 * Island: React hydrates this part of the page alone, without a router. scripts/enhance.ts loads its
 * `data-script`. `translate="no"`: after a browser's translation React could not hydrate it. It would
 * render it anew, without the answers and the lists.
 */
export function Island({ script, props, children }: Props) {
  return (
    <div translate="no" data-script={script} data-props={JSON.stringify(props)}>
      {children}
    </div>
  )
}
