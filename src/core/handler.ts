/** A backend as a fetch handler: Hono's `app.fetch`, a Worker's handler, a framework's route. */
export type Handler = (request: Request) => Response | Promise<Response>
