import type { ComponentProps } from 'react'
import { statusPath } from '../../../contract/language/languages.ts'
import type {
  ApplicantCredentials,
  OwnApplication,
} from '../../../contract/application/own-application.ts'
import { useLanguage } from '../../lib/language.tsx'

/** An application as its applicant sees it. */
export interface OwnProps {
  own: OwnApplication
  credentials: ApplicantCredentials
}

interface Props extends ComponentProps<'form'> {
  credentials: ApplicantCredentials
}

/** A form of the status page. Hidden inputs prove whose application it is. It needs no scripts. */
export function OwnForm({ credentials, children, ...props }: Props) {
  const { localPath } = useLanguage()
  return (
    <form method="post" action={localPath(statusPath)} {...props}>
      <input type="hidden" name="reference" value={credentials.reference} />
      <input type="hidden" name="contact" value={credentials.contact} />
      {children}
    </form>
  )
}
