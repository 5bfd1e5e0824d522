import { data, redirect } from 'react-router'
import type { PageSentence } from '../../contract/language/kiswahili-server.ts'
import { documentRequestPath as path } from '../../contract/document/documents.ts'
import { languageOf, pathIn } from '../../contract/language/languages.ts'
import { questionOfPurpose } from '../../contract/application/questions.ts'
import { documentNames } from '../forms/document-names.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { FileField, HeicNote } from '../forms/file-field.tsx'
import type { FormErrors } from '../forms/use-form.ts'
import { useLanguage } from '../lib/language.tsx'
import { privateHeaders, responseInit } from '../lib/response-init.ts'
import { type PageRefusal, pageServices, type RequestedFile } from '../page-context.ts'
import { HelpLine } from '../site/application/contact-links.tsx'
import { checkFields } from '../site/application/form-messages.ts'
import { translatedMetadata } from '../site/frame/metadata.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import type { Route } from './+types/document-request.ts'

/** The server renders a plain form; the browser loads no React. */
export const handle = { form: true }

const title: PageSentence = 'Send us a readable file'

export const meta = translatedMetadata({ title, path, hidden: true })

/** The URL has a token. */
export const headers = privateHeaders

/** Query of the page that confirms the arrival. It names nobody. */
const arrived = 'arrived'

/** Shows what the link asks for. Reading never uses the link up: mail scanners open links, too. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(pageServices)
  const { documentMaxMb } = services
  const query = new URL(request.url).searchParams
  if (query.has(arrived)) return data({ asked: null, refusal: null, documentMaxMb })
  const asked = await services.readDocumentRequest(query.get('token') ?? '')
  if (!('status' in asked)) return data({ asked, refusal: null, documentMaxMb })
  return data({ asked: null, refusal: asked, documentMaxMb }, responseInit(asked))
}

/** Puts a file in the place of the document. A refused file does not use the link up. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(pageServices)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const asked = await services.readDocumentRequest(token)
  // The loader reads the request once more, and shows the refusal.
  if ('status' in asked) return data(null, responseInit(asked))
  const { form, fileErrors } = await services.readForm(request)
  const { key: field, file } = questionOfPurpose(asked.purpose)
  const key = form.get(field)
  const error = fileErrors[file] ?? missing
  if (fileErrors[file] || typeof key !== 'string' || key === '')
    return data<FormErrors>({ message: checkFields, fields: { [file]: error } }, 422)

  const outcome = await services.answerDocumentRequest(token, key)
  if (!('status' in outcome)) {
    return redirect(`${pathIn(languageOf(request.url), path)}?${arrived}`, 303)
  }
  const { message, fields } = outcome
  const atFile = fields?.['document']
  const refusal: FormErrors = {
    message: atFile ? checkFields : message,
    fields: atFile ? { [file]: atFile } : {},
  }
  return data<FormErrors>(refusal, responseInit(outcome))
}

const missing: PageSentence = 'Please choose a file.'
export default function DocumentRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, refusal, documentMaxMb } = loaderData
  return (
    <main id="main" className="bg-sand-100">
      <div className="mx-auto max-w-2xl px-5 py-8 @3xl:py-12">
        {asked ? (
          <FileForm asked={asked} refusal={actionData ?? null} maxMb={documentMaxMb} />
        ) : refusal ? (
          <Refused refusal={refusal} />
        ) : (
          <Arrived />
        )}
        <HelpLine />
      </div>
    </main>
  )
}

interface FileFormProps {
  asked: RequestedFile
  refusal: FormErrors | null
  maxMb: number
}

function FileForm({ asked, refusal, maxMb }: FileFormProps) {
  const { tServer } = useLanguage()
  const { referenceId, firstName, purpose } = asked
  const { file } = questionOfPurpose(purpose)
  const label = tServer(documentNames[purpose])
  return (
    <>
      <h1 className="text-title text-lagoon-900">{tServer(title)}</h1>
      <p className="mt-4 text-lg">
        {tServer(
          'This is about the application {reference} of {name}. We could not read one of its files. Please send another one in its place:',
          { reference: referenceId, name: firstName },
        )}{' '}
        <strong>{label}</strong>
      </p>
      <p className="mt-2 mb-8">{tServer('Everything else in the application stays as it is.')}</p>
      <ErrorSummary refusal={refusal} labels={{ [file]: label }} className="mb-6" />
      <form
        method="post"
        encType="multipart/form-data"
        aria-label={tServer(title)}
        className="space-y-6 rounded-lg border border-line bg-white p-5 @3xl:p-8"
      >
        <FileField name={file} label={label} maxMb={maxMb} error={refusal?.fields[file]} />
        <HeicNote />
        <Button type="submit" size="lg" className="w-full @min-[40rem]:w-auto">
          {tServer('Send the file')}
        </Button>
      </form>
    </>
  )
}

function Refused({ refusal }: { refusal: PageRefusal }) {
  const { tServer, message } = useLanguage()
  return (
    <>
      <h1 className="text-title text-lagoon-900">{tServer('This link cannot be used')}</h1>
      <p className="mt-4 text-lg">{message(refusal.message)}</p>
    </>
  )
}

function Arrived() {
  const { tServer, localPath } = useLanguage()
  return (
    <>
      <h1 className="text-title text-lagoon-900">{tServer('Thank you, your file has arrived')}</h1>
      <p className="mt-4 mb-8 text-lg">
        {tServer('It has taken the place of the earlier one. There is nothing else for you to do.')}
      </p>
      <LinkButton
        href={localPath('/industrial-attachment/status')}
        name={tServer('Check my application')}
        variant="outline"
      />
    </>
  )
}
