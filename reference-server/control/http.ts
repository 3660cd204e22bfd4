import type { Hono } from 'hono'
import type { Control } from '../control.ts'
import { fromJson, toJson } from '../json.ts'
import type { Env } from '../route.ts'

type Act = (...args: unknown[]) => Promise<unknown>

/** The control module over HTTP: POST <path>/<variant>/<function> with the arguments as a JSON array. The path holds a random token. */
export const mountControl = (path: string, control: Control) => (app: Hono<Env>) =>
  void app.post(`${path}/:variant/:act`, async (c) => {
    const { variant, act } = c.req.param()
    const side = (Object.hasOwn(control, variant) ? control[variant as keyof Control] : {}) as Record<string, Act>
    if (!Object.hasOwn(side, act)) return c.json({ error: `no ${variant}.${act}` }, 404)
    try {
      const args = fromJson(await c.req.text()) as unknown[]
      return c.body(toJson({ result: await side[act]!(...args) }), 200, { 'Content-Type': 'application/json' })
    } catch (error) {
      const { name, message } = error as Error
      return c.json({ name, error: message }, name === 'ControlRefused' ? 409 : 500)
    }
  })
