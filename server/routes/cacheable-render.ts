import { type createRequestHandler, RouterContextProvider } from 'react-router'

import type * as pageContext from '../../app/page-context.ts'
import type { PageServices, RenderNotices } from '../../app/page-context.ts'
import type { IntakesOnPage } from '../../contract/intakes-on-page.ts'
import { pageTemplate } from '../http/static-files.ts'

/** The exports of app/entry.server.tsx that the server uses. */
export type PageModule = typeof pageContext & { renderNotices: RenderNotices }

export type Render = ReturnType<typeof createRequestHandler>

export type RenderTemplate = ReturnType<typeof templateRenderer>

/** Renders pages that are the same for everybody. Services that such a page may not use reject. */
export function templateRenderer(
  render: Render,
  pages: PageModule,
  reportError: (error: unknown) => void,
) {
  return async (path: string, services: Partial<PageServices>, intakes?: IntakesOnPage) => {
    const provider = new RouterContextProvider()
    provider.set(pages.pageServices, { ...unsupportedServices, ...services })
    if (intakes) provider.set(pages.readIntakes, async () => intakes)
    provider.set(pages.reportError, reportError)
    const page = await render(new Request(new URL(path, 'http://localhost')), provider)
    if (!page.ok) throw new Error(`The page ${path} cannot be rendered: ${page.status}`)
    return pageTemplate(path, await page.text())
  }
}

const unsupported = () => Promise.reject(new Error('A cached page does not have this service.'))

const unsupportedServices: PageServices = {
  content: unsupported,
  formLists: unsupported,
  documentMaxMb: 0,
  isSmsOffered: false,
  readForm: unsupported,
  keptFiles: async () => ({}),
  submit: unsupported,
  seeOwn: unsupported,
  copyOwn: unsupported,
  withdrawOwn: unsupported,
  answerOffer: unsupported,
  setContactBy: unsupported,
  requestIntakeAlert: unsupported,
  replaceOwnDocument: unsupported,
  readDocumentRequest: unsupported,
  answerDocumentRequest: unsupported,
  verifyLetter: unsupported,
}
