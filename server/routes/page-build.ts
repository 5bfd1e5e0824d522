import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'

import type * as pageContext from '../../app/page-context.ts'
import type { PageServices, RenderNotices } from '../../app/page-context.ts'
import type { PublicItems } from '../../contract/content/public-items.ts'
import type { IntakesOnPage } from '../../contract/intake/intakes-on-page.ts'
import { readStaticFiles, type StaticFiles } from '../http/static-files.ts'

/** The exports of app/entry.server.tsx that the server uses. */
export type PageModule = typeof pageContext & { renderNotices: RenderNotices }

/** The place where the pages that React Router has built enter the server. */
export interface PageRenderer {
  /** Renders a page, or runs the action of a form. */
  render: ReturnType<typeof createRequestHandler>
  module: PageModule
}

/** All of the build that the server sends. */
export interface PageBuild extends PageRenderer, StaticFiles {}

export async function readPageBuild(folder: string, publicUrl?: string): Promise<PageBuild> {
  const entry = pathToFileURL(resolve(folder, 'server/index.js')).href
  const build: ServerBuild = await import(/* @vite-ignore */ entry)
  // Forms are sent to the public host name, which a proxy may not pass on to this server.
  const allowedActionOrigins = publicUrl ? [new URL(publicUrl).host] : []
  return {
    render: createRequestHandler({ ...build, allowedActionOrigins }, 'production'),
    module: build.entry.module as unknown as PageModule,
    ...readStaticFiles(join(folder, 'client')),
  }
}

/** Data of a page that is the same for everybody. */
export interface SharedData {
  services?: Partial<PageServices>
  intakes?: IntakesOnPage
}

/** The data of a page with content. It has only the collections that the page declares to show. */
export function contentData(shown: Partial<PublicItems> | undefined): SharedData {
  return { services: { content: async () => shown as PublicItems } }
}

/** Renders a page that is the same for everybody. It fails if the page calls another service. */
export async function renderSharedPage(
  { render, module }: PageRenderer,
  path: string,
  { services = {}, intakes }: SharedData,
  reportError: (error: unknown) => void,
) {
  const provider = new RouterContextProvider()
  provider.set(module.pageServices, services as PageServices)
  if (intakes) provider.set(module.readIntakes, async () => intakes)
  provider.set(module.reportError, reportError)
  const page = await render(new Request(new URL(path, 'http://localhost')), provider)
  if (!page.ok) throw new Error(`The page ${path} cannot be rendered: ${page.status}`)
  return page.text()
}
