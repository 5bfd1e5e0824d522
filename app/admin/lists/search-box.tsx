import { SearchIcon, XIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { Kbd } from '../kbd.tsx'
import { focusRow } from './row-focus.ts'
import type { ListState } from './use-list-state.ts'

const pause = 250

interface SearchBoxProps {
  list: ListState
  placeholder: string
}

/** Debounced search input. Ctrl+K focuses it; the down arrow key moves to the first row. */
export function SearchBox({ list, placeholder }: SearchBoxProps) {
  const value = list.q
  const [text, setText] = useState(value)
  /** The text in the URL, as far as this input knows it. */
  const known = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => () => clearTimeout(timer.current), [])

  // The URL has changed without this input, for example by the Back button.
  useEffect(() => {
    if (value === known.current) return
    known.current = value
    clearTimeout(timer.current)
    setText(value)
  }, [value])

  useEffect(() => {
    const find = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    window.addEventListener('keydown', find)
    return () => window.removeEventListener('keydown', find)
  }, [])

  function type(next: string, after = pause) {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      known.current = next.trim()
      list.change({ q: known.current })
    }, after)
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    // Skips a key that another control has handled, such as Escape in a tooltip.
    if (event.defaultPrevented) return
    if (event.key === 'Enter') type(text, 0)
    else if (event.key === 'Escape' && text) type('', 0)
    else if (event.key === 'ArrowDown') focusRow(document.querySelector('main tbody tr'))
    else return
    event.preventDefault()
  }

  return (
    <search className="relative min-w-0 flex-1 basis-72">
      <SearchIcon
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-muted"
      />
      <Input
        type="text"
        inputMode="search"
        ref={input}
        aria-keyshortcuts="Control+K"
        onKeyDown={press}
        aria-label={placeholder}
        placeholder={placeholder}
        className="px-10 lg:h-10 lg:pr-20"
        value={text}
        maxLength={200}
        onChange={(event) => type(event.target.value)}
      />
      {text ? (
        <Button
          variant="ghost"
          size="icon"
          className="absolute inset-y-0 right-1 my-auto"
          aria-label="Clear search"
          onClick={() => {
            type('', 0)
            input.current?.focus()
          }}
        >
          <XIcon aria-hidden="true" />
        </Button>
      ) : (
        <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-muted">
          <Kbd>Ctrl K</Kbd>
        </span>
      )}
    </search>
  )
}
