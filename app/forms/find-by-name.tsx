import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import type { Sentence } from '../../contract/language/kiswahili.ts'
import { cn } from '../lib/cn.ts'
import { useLanguage } from '../lib/language.tsx'
import { useHydrated } from '../lib/use-hydrated.ts'
import { Hint, Label } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { pickOption } from './form-controls.ts'
import { findByWholeName, findOptions } from './find-options.ts'
import type { Choice } from './record-select.tsx'

// oxlint-disable jsx-a11y/prefer-tag-over-role -- no element of HTML is a combobox with a list

/** A select with fewer options needs no search. */
const fewest = 10

interface Props {
  label: Sentence
  options: readonly Choice[]
  /** The select that gets the option that is found. */
  select: RefObject<HTMLSelectElement | null>
}

/**
 * Finds an option of the select below by typing (an ARIA combobox). The text has no name, so it is not
 * submitted. Needs scripts; the select does not.
 */
export function FindByName({ label, options, select }: Props) {
  const { t } = useLanguage()
  const isHydrated = useHydrated()
  const id = `find${useId()}` // An id of HTML begins with a letter.
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  if (!isHydrated || options.length < fewest) return null
  const found = isOpen ? findOptions(options, text) : []
  const current = found[active]

  function choose({ _id }: Choice) {
    pickOption(select.current, _id)
    setText('')
    setIsOpen(false)
    // Screen readers then say what is chosen.
    select.current?.focus()
  }

  /** Chooses a whole name at once: after dictation or paste, people go on to the next question. */
  function chooseWhole(typed: string) {
    const option = findByWholeName(options, typed)
    if (option && option._id !== select.current?.value) pickOption(select.current, option._id)
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && found.length > 0) setActive((active + step + found.length) % found.length)
    else if (event.key === 'Escape') setIsOpen(false)
    else if (event.key === 'Enter' && current) choose(current)
    else if (event.key !== 'Enter') return
    event.preventDefault()
  }

  return (
    <div className="mb-6">
      <Label htmlFor={id}>{t(label)}</Label>
      <Hint id={`${id}-hint`}>{t('Type a part of the name or its initials, such as TUM.')}</Hint>
      <Input
        id={id}
        type="search"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={current && `${id}-${active}`}
        aria-describedby={`${id}-hint`}
        autoComplete="off"
        spellCheck={false}
        className="mt-1.5"
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          chooseWhole(currentTarget.value)
          setActive(0)
          setIsOpen(true)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setIsOpen(false)}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t(label)}
        className="rounded-sm border border-line bg-white empty:hidden"
      >
        {found.map((option, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input has the keys
          <div
            key={option._id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={cn(
              'flex min-h-11 items-center px-3 py-1.5',
              index === active && 'bg-lagoon-100 underline',
            )}
            // The input keeps the focus, so that the list stays open until the click.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
          >
            {option.name}
          </div>
        ))}
      </div>
      <output className="block text-sm text-muted">
        {isOpen && text.trim() ? t(foundText(found.length), { count: found.length }) : ''}
      </output>
    </div>
  )
}

function foundText(count: number): Sentence {
  if (count === 0) return 'Nothing found. Choose from the list below.'
  return count === 1 ? '1 found' : '{count} found'
}
