import { type Placeholder, placeholderLabels } from '../../../../contract/message/placeholders.ts'
import { Button } from '../../../ui/button.tsx'

interface PlaceholderButtonsProps {
  names: readonly Placeholder[]
  /** The id of the text's control. */
  control: string
}

/** Buttons that insert a placeholder where the text cursor is. */
export function PlaceholderButtons({ names, control }: PlaceholderButtonsProps) {
  return (
    <fieldset className="mt-2 flex min-w-0 flex-wrap gap-2" aria-label="Insert">
      {names.map((name) => (
        <Button key={name} variant="outline" size="sm" onClick={() => insert(control, `{${name}}`)}>
          <span className="sr-only">Insert </span>
          {placeholderLabels[name]}
        </Button>
      ))}
    </fieldset>
  )
}

function insert(id: string, text: string) {
  const control = document.getElementById(id) as HTMLInputElement | HTMLTextAreaElement
  const { length } = control.value
  const { selectionStart, selectionEnd } = control
  control.setRangeText(text, selectionStart ?? length, selectionEnd ?? length, 'end')
  control.dispatchEvent(new Event('input', { bubbles: true }))
  control.focus()
}
