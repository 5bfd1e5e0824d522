import type { ComponentProps } from 'react'

import { questions } from '../../../contract/application/questions.ts'
import { TextField, urlInput } from '../../forms/fields.tsx'
import { useLanguage } from '../../lib/language.tsx'

type Props = Pick<ComponentProps<typeof TextField>, 'name' | 'labels' | 'defaults' | 'errors'>

export function DocumentLinkField({ name, ...props }: Props) {
  const { t, tServer } = useLanguage()
  return (
    <TextField
      {...props}
      name={name}
      optional={[name]}
      {...urlInput}
      label={tServer('Or a link to it')}
      hint={t(questions.resume_url.hint)}
    />
  )
}
