import { useLanguage } from '../../lib/language.tsx'
import { Button } from '../../ui/button.tsx'
import { OwnForm, type OwnProps } from './own-form.tsx'

/** The value of the button that leads to the questions. */
export const answersStep = 'answers'

/** Says that required answers are missing. Its button leads to a page that asks for them. */
export function OwnMissingAnswers({ own, credentials }: OwnProps) {
  const { tServer } = useLanguage()
  const { missingAnswers: count } = own
  if (!count) return null
  return (
    <OwnForm credentials={credentials} className="mt-4 space-y-4 border-l-4 border-mango-400 pl-4">
      <p>
        {count === 1
          ? tServer('We still need your answer to one question. It takes a minute.')
          : tServer('We still need your answers to {count} questions. It takes a few minutes.', {
              count,
            })}
      </p>
      <Button type="submit" name="step" value={answersStep}>
        {tServer('Answer now')}
      </Button>
    </OwnForm>
  )
}
