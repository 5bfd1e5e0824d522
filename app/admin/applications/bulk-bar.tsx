import {
  ArchiveIcon,
  ArchiveRestoreIcon,
  BanIcon,
  CheckIcon,
  DownloadIcon,
  Undo2Icon,
  XIcon,
  type LucideIcon,
} from 'lucide-react'

import { Button } from '../../ui/button.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { Kbd } from '../kbd.tsx'
import { PageCheckbox } from './row-checkbox.tsx'
import type { RowSelection } from './use-selection.ts'
import type { TableKey, TableKeys } from './use-table-keys.ts'
import type { View } from './views.ts'

interface BulkBarProps {
  view: View
  selection: RowSelection
  keys: TableKeys
}

/** Bar above the table: shortcut hints, or the actions if rows are selected. */
export function BulkBar({ view, selection, keys }: BulkBarProps) {
  const count = selection.ids.size
  const button = (shortcut: TableKey) => ({ shortcut, onClick: () => keys.press(shortcut) })
  return (
    <fieldset
      aria-label="Selected applications"
      className="sticky top-(--above) z-20 flex h-12 min-w-0 items-center gap-2 overflow-x-auto bg-sand-50 px-3 *:shrink-0 max-sm:-mx-3 max-sm:gap-1 max-sm:pr-0"
    >
      <label className="flex min-h-11 min-w-11 items-center gap-2 text-sm font-semibold">
        <PageCheckbox selection={selection} />
        <output>
          {count > 0 ? (
            <>
              {count}
              <span className="max-sm:sr-only"> selected</span>
            </>
          ) : (
            'Select page'
          )}
        </output>
      </label>
      {count === 0 ? (
        <Hints />
      ) : (
        <>
          <BulkButton {...button('a')} icon={CheckIcon} variant="primary" words="Accept" />
          <BulkButton {...button('r')} icon={Undo2Icon} words="Revoke" />
          {view.name === 'archived' ? null : (
            <BulkButton {...button('e')} icon={ArchiveIcon} words="Archive" />
          )}
          {view.name === 'active' ? null : (
            <BulkButton {...button('u')} icon={ArchiveRestoreIcon} words="Unarchive" />
          )}
          <BulkButton {...button('c')} icon={BanIcon} words="Decline" />
          <BulkButton {...button('d')} icon={DownloadIcon} words="Export" />
          <BulkButton {...button('Escape')} icon={XIcon} variant="ghost" words="Clear" />
        </>
      )}
    </fieldset>
  )
}

function Hints() {
  return (
    <p className="ml-auto hidden items-center gap-1.5 text-xs whitespace-nowrap text-muted lg:flex">
      <Kbd>↑</Kbd>
      <Kbd>↓</Kbd> move <Kbd>Enter</Kbd> open <Kbd>A</Kbd> accept <Kbd>E</Kbd> archive <Kbd>C</Kbd>{' '}
      decline <Kbd>X</Kbd> select <Kbd>Z</Kbd> undo
    </p>
  )
}

interface BulkButtonProps {
  shortcut: TableKey
  icon: LucideIcon
  variant?: 'primary' | 'outline' | 'ghost'
  words: string
  onClick: () => void
}

/** On phones the button shows its icon; on most wider screens it shows its text. */
function BulkButton({
  shortcut,
  icon: Icon,
  variant = 'outline',
  words,
  onClick,
}: BulkButtonProps) {
  return (
    <Tooltip text={words}>
      <Button
        size="sm"
        variant={variant}
        className="max-md:w-11 max-md:px-0 [&_kbd]:max-xl:hidden"
        aria-keyshortcuts={shortcut.toUpperCase()}
        onClick={onClick}
      >
        <Icon aria-hidden="true" className="md:max-2xl:hidden" />
        <span className="max-md:sr-only">{words}</span>
        <Kbd>{shortcut === 'Escape' ? 'Esc' : shortcut.toUpperCase()}</Kbd>
      </Button>
    </Tooltip>
  )
}
