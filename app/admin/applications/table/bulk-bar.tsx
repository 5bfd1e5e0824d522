import {
  ArchiveIcon,
  ArchiveRestoreIcon,
  BanIcon,
  CheckIcon,
  DownloadIcon,
  EraserIcon,
  FilesIcon,
  ListOrderedIcon,
  MailIcon,
  PrinterIcon,
  Undo2Icon,
  XIcon,
  type LucideIcon,
} from 'lucide-react'
import { Fragment } from 'react'

import { api } from '../../../../contract/api.ts'
import { languageNames, languages } from '../../../../contract/language/languages.ts'
import { letterKinds } from '../../../../contract/intake/letter-kinds.ts'
import { request } from '../../../api/session.ts'
import { cn } from '../../../lib/cn.ts'
import { Button } from '../../../ui/button.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { Kbd } from '../../kbd.tsx'
import { MoreMenu } from '../../more-menu.tsx'
import { useAction } from '../../use-action.ts'
import { letterNames } from '../panel/letter-names.ts'
import { PageCheckbox } from './row-checkbox.tsx'
import { keyCap, type ShortcutKey, shortcuts } from './shortcuts.ts'
import type { RowSelection } from './use-selection.ts'
import type { TableKeys } from './use-table-keys.ts'
import type { View } from './views.ts'

interface BulkBarProps {
  view: View
  selection: RowSelection
  keys: TableKeys
}

/** Bar above the table: shortcut hints, or the actions if rows are selected. */
export function BulkBar({ view, selection, keys }: BulkBarProps) {
  const count = selection.ids.size
  const button = (shortcut: ShortcutKey) => ({
    shortcut,
    onClick: () => keys.press(shortcuts[shortcut]),
    hasRoomForKeys: !keys.hasIntakes,
  })
  return (
    <fieldset
      aria-label="Selected applications"
      data-no-toasts
      className="sticky top-(--above) z-20 flex h-12 min-w-0 lg:h-10 items-center gap-2 overflow-x-auto bg-sand-50 px-3 *:shrink-0 max-lg:gap-1 max-sm:-mx-3 max-sm:pr-0"
    >
      <label className="flex min-h-11 min-w-11 items-center lg:min-h-10 gap-2 text-sm font-semibold">
        <PageCheckbox selection={selection} />
        <output>
          {count > 0 ? (
            <>
              {count}
              <span className="max-lg:sr-only"> selected</span>
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
          <BulkButton {...button('a')} icon={CheckIcon} variant="primary" />
          <BulkButton {...button('r')} icon={Undo2Icon} />
          {view.name === 'archived' ? null : <BulkButton {...button('e')} icon={ArchiveIcon} />}
          {view.name === 'active' ? null : (
            <BulkButton {...button('u')} icon={ArchiveRestoreIcon} />
          )}
          <BulkButton {...button('c')} icon={BanIcon} />
          {keys.hasIntakes ? <IntakeActions keys={keys} ids={[...selection.ids.keys()]} /> : null}
          <BulkButton {...button('d')} icon={DownloadIcon} />
          <BulkButton {...button('f')} icon={FilesIcon} />
          <BulkButton {...button('Escape')} icon={XIcon} variant="ghost" />
        </>
      )}
    </fieldset>
  )
}

/** Actions on the places of the selected applications, in a menu: the bar has no room for more. */
function IntakeActions({ keys, ids }: { keys: TableKeys; ids: string[] }) {
  const reminding = useAction({
    do: () => request(api.attachments.remindOfPapers, { body: { ids } }),
    done: remindedInWords,
    failed: 'Failed to remind of papers',
  })
  const letters = letterKinds.flatMap((kind) =>
    languages.map((language) => ({
      label: `${letterNames[kind].many} (${languageNames[language]})`,
      icon: PrinterIcon,
      onSelect: () => keys.printLetters({ kind, language }),
    })),
  )
  return (
    <MoreMenu
      of="Selected applications"
      actions={[
        {
          label: `${shortcuts.w.label} (${keyCap('w')})`,
          icon: ListOrderedIcon,
          onSelect: () => keys.press(shortcuts.w),
        },
        { label: 'Remove planned answers', icon: EraserIcon, onSelect: keys.removePlans },
        {
          label: 'Remind of missing papers',
          icon: MailIcon,
          onSelect: () => reminding.mutate(undefined),
        },
        ...letters,
      ]}
    />
  )
}

/** Such as '3 reminders are on their way; 2 have nothing to send'. */
function remindedInWords({ queued, left }: { queued: number; left: number }) {
  const sent = queued === 1 ? '1 reminder is on its way' : `${queued} reminders are on their way`
  return left === 0 ? sent : `${sent}; ${left} not reminded: nothing to send, or reminded just now`
}

/** The most frequent shortcuts. The buttons show the others. */
const hinted = ['a', 'e', 'c', 'x', 'z'] as const

function Hints() {
  return (
    <p className="ml-auto hidden items-center gap-1.5 text-xs whitespace-nowrap text-muted lg:flex">
      <Kbd>{keyCap('ArrowUp')}</Kbd>
      <Kbd>{keyCap('ArrowDown')}</Kbd> move <Kbd>Enter</Kbd> open
      {hinted.map((key) => (
        <Fragment key={key}>
          <Kbd>{keyCap(key)}</Kbd> {shortcuts[key].label.toLowerCase()}
        </Fragment>
      ))}
    </p>
  )
}

interface BulkButtonProps {
  shortcut: ShortcutKey
  icon: LucideIcon
  variant?: 'primary' | 'outline' | 'ghost'
  /** Without the menu of the intake, the keys fit on a screen of 1,280 px. */
  hasRoomForKeys: boolean
  onClick: () => void
}

/** On phones the button shows its icon; on most wider screens it shows its text. */
function BulkButton(props: BulkButtonProps) {
  const { shortcut, icon: Icon, variant = 'outline', hasRoomForKeys, onClick } = props
  const { label } = shortcuts[shortcut]
  return (
    <Tooltip text={label}>
      <Button
        size="sm"
        variant={variant}
        className={cn(
          'max-lg:px-1.5 max-md:w-11 max-md:px-0',
          hasRoomForKeys ? '[&_kbd]:max-xl:hidden' : '[&_kbd]:max-2xl:hidden',
        )}
        aria-keyshortcuts={shortcut.toUpperCase()}
        onClick={onClick}
      >
        <Icon aria-hidden="true" className="md:max-2xl:hidden" />
        <span className="max-md:sr-only">{label}</span>
        <Kbd>{keyCap(shortcut)}</Kbd>
      </Button>
    </Tooltip>
  )
}
