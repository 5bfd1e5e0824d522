import type { PageSentence } from '../../../contract/language/kiswahili-server.ts'
import { useLanguage } from '../../lib/language.tsx'
import type { PageRefusal } from '../../page-context.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, fieldControl } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

/** The id of the form. */
export const codeForm = 'letter'

interface Props {
  /** The code as it was typed. */
  typed: string
  /** Null before a code was typed. */
  refusal: PageRefusal | null
  title: PageSentence
}

/** Form that asks for the code of a letter. */
export function CodeForm({ typed, refusal, title }: Props) {
  const { tServer, message, localPath } = useLanguage()
  const isUnknown = refusal?.status === 404
  const heading: PageSentence = isUnknown
    ? 'We know no letter with this code'
    : refusal
      ? 'The letter could not be checked'
      : title
  const hint = tServer('12 letters and digits, such as 7K3-Q9M-2XA-BCD.')
  const error = isUnknown ? message(refusal.message) : undefined
  return (
    <>
      <h1 className="text-title text-lagoon-900">{tServer(heading)}</h1>
      {refusal && !isUnknown ? (
        <Alert tone="notice" className="mt-6 font-semibold">
          {message(refusal.message)}
        </Alert>
      ) : null}
      <p className="mt-4 mb-8 text-lg">{tServer(isUnknown ? mistyped : explanation)}</p>
      <form
        id={codeForm}
        action={localPath('/verify')}
        aria-label={tServer(title)}
        className="space-y-6 rounded-lg border border-line bg-white p-5 @3xl:p-8"
      >
        <Field id="code" label={tServer('Code of the letter')} hint={hint} error={error}>
          <Input
            {...fieldControl({ id: 'code', hint, error })}
            name="code"
            defaultValue={typed}
            required
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="font-mono"
          />
        </Field>
        <Button type="submit" size="lg" className="w-full @min-[40rem]:w-auto">
          {tServer('Check the letter')}
        </Button>
      </form>
    </>
  )
}

const explanation: PageSentence =
  'Each of our letters has a code of 12 letters and digits. Type it here to see whether the letter is valid.'
const mistyped: PageSentence =
  'Please check each character and try again. If the code is right, the letter is not from us, or what it says has been erased.'
