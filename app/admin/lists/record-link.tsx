import { type ComponentProps, type MouseEvent } from 'react'
import { Link } from 'react-router'

import type { ListState } from './use-list-state.ts'

interface RecordLinkProps extends Omit<ComponentProps<typeof Link>, 'to' | 'onClick'> {
  list: ListState
  id: string
  /** Id of a document of the record, to open beside it. */
  document?: string
}

/** Link to a record of the list. A plain click opens it on this screen; with Ctrl it opens in a new tab. */
export function RecordLink({ list, id, document, ...props }: RecordLinkProps) {
  return (
    <Link
      aria-haspopup="dialog"
      {...props}
      to={list.linkTo({ page: list.page, open: id, ...(document && { document }) })}
      onClick={(event) => {
        if (!isPlain(event)) return
        event.preventDefault()
        if (document) list.showDocument(document)
        else list.show(id)
      }}
    />
  )
}

function isPlain({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
}
