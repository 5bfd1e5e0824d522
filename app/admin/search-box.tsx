import { SearchIcon, XIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { Button } from '../ui/button.tsx'
import { Input } from '../ui/input.tsx'

const pause = 250

interface SearchBoxProps {
  /** What is searched for now. */
  value: string
  placeholder: string
  onSearch: (text: string) => void
}

/** Searches as one types, after a short pause. */
export function SearchBox({ value, placeholder, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  // The address changed by other means, such as the Back button.
  if (value !== shown) {
    setShown(value)
    if (value !== text.trim()) setText(value)
  }

  function type(next: string) {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(next.trim()), pause)
  }

  return (
    <search className="relative min-w-0 flex-1 basis-72">
      <SearchIcon
        aria-hidden="true"
        className="pointer-events-none absolute top-3.5 left-3 size-5 text-muted"
      />
      <Input
        type="text"
        inputMode="search"
        aria-label={placeholder}
        placeholder={placeholder}
        className="px-10"
        value={text}
        maxLength={200}
        onChange={(event) => type(event.target.value)}
      />
      {text ? (
        <Button
          variant="ghost"
          size="icon"
          className="absolute inset-y-1 right-1"
          aria-label="Clear search"
          onClick={() => type('')}
        >
          <XIcon aria-hidden="true" />
        </Button>
      ) : null}
    </search>
  )
}
