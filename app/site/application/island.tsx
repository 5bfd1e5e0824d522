import type { ReactNode } from 'react'

interface Props {
  /** URL of the script that hydrates the children. */
  script: string
  /** Props with which the server has rendered the children. */
  props: object
  children: ReactNode
}

/**
 * Island: a part of the page that React hydrates without a router. scripts/enhance.ts loads the
 * script in `data-script`. `translate="no"` is needed because React cannot hydrate translated text.
 * It would render the island again and lose the answers and select options.
 */
export function Island({ script, props, children }: Props) {
  return (
    <div translate="no" data-script={script} data-props={JSON.stringify(props)}>
      {children}
    </div>
  )
}
