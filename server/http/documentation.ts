import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** The OpenAPI document at `openapi.json` and a page to browse it at `docs`. */
export async function documentApi(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Industrial attachments',
        description: 'Applications for industrial attachments, and the back office that decides.',
        version: '1.0.0',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
    // Calls of the contract have a tag.
    hideUntagged: true,
  })
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    indexPrefix: app.prefix,
    uiConfig: { validatorUrl: null, docExpansion: 'none' },
  })
}
