import type { MouseEvent } from 'react'

/**
 * Props of a button that decides. They ignore the second click of a double click: by then, another application
 * may have taken the place of the decided one.
 */
export function onFirstClick(act: () => void) {
  return {
    onClick: ({ detail }: Pick<MouseEvent, 'detail'>) => {
      if (detail < 2) act()
    },
  }
}
