import { Field, fieldControl } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

interface FileFieldProps {
  id: string
  label: string
  hint: string
  error: string | undefined
  accept: string
  onChoose: (file: File | undefined) => Promise<void>
}

/** Control for a file. A click forgets the file: choosing the same one again would be no change. */
export function FileField({ accept, onChoose, ...field }: FileFieldProps) {
  return (
    <Field {...field}>
      <Input
        {...fieldControl(field)}
        type="file"
        accept={accept}
        className="py-2"
        onClick={({ currentTarget }) => {
          currentTarget.value = ''
          void onChoose(undefined)
        }}
        onChange={(event) => void onChoose(event.target.files?.[0])}
      />
    </Field>
  )
}
