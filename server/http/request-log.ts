import type { FastifyError, FastifyInstance, FastifyServerOptions } from 'fastify'

/** Structured logs without personal data. */
export function logger(level: string): FastifyServerOptions['logger'] {
  if (level === 'silent') return false
  return {
    level,
    serializers: {
      err: ({ name, message, code, stack }: FastifyError) => ({
        type: name,
        message,
        code,
        stack: stack ?? '',
      }),
    },
  }
}

/** The routes of load balancers and monitoring, which ask every second. */
const probes = new Set<string | undefined>(['/healthz', '/readyz', '/metrics'])

/**
 * Logs one line for each answered request. It has the route, but no URL, headers or IP address. A
 * successful probe is logged for debugging only.
 */
export function logRequests(app: FastifyInstance) {
  app.addHook('onResponse', (request, reply, done) => {
    const { id: requestId, method, routeOptions } = request
    const milliseconds = Math.round(reply.elapsedTime * 10) / 10
    const level = probes.has(routeOptions.url) && reply.statusCode < 400 ? 'debug' : 'info'
    request.log[level](
      { requestId, method, route: routeOptions.url, status: reply.statusCode, milliseconds },
      'answered',
    )
    done()
  })
}
