import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'

/** Serves the OpenAPI document at `openapi.json` and Swagger UI at `docs`. */
export async function documentApi(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Industrial attachments',
        description:
          'Applications for industrial attachments, and the back office that decides. Files of applicants are sent to `/api/users/documents` by the protocol [tus 1.0](https://tus.io/protocols/resumable-upload), with `filename` and `purpose` (`cv` or `cover_letter`) as metadata. The last part of `Location` is the upload key for `resume_document` or `cover_letter_document`.',
        version: '1.0.0',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => withOptionalBodies(Object(document).openapiObject),
    // Every endpoint of the contract has a tag.
    hideUntagged: true,
  })
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    indexPrefix: app.prefix,
    uiConfig: { validatorUrl: null, docExpansion: 'none' },
  })
}

/** Marks nullable bodies as optional, because the plugin marks every body as required. */
function withOptionalBodies(document: OpenAPIV3_1.Document) {
  const calls = Object.values(document.paths ?? {}).flatMap((path) => [path?.post, path?.put])
  for (const body of calls.map((call) => call?.requestBody)) {
    if (!body || !('content' in body)) continue
    const { anyOf = [] } = Object(body.content['application/json']?.schema)
    body.required = !anyOf.some(isNull)
  }
  return document
}

function isNull({ type }: { type?: unknown }) {
  return type === 'null'
}
