/** A backend as a function: Hono's `app.fetch`, the handler of a Worker, a route of a framework of the Web. */
export type Handler = (request: Request) => Response | Promise<Response>
