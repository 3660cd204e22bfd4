import { Hono } from 'hono'
import type { Env, Serve } from '../route.ts'
import { users } from './users.ts'

/** Variant A (A 4). */
export const appA = (serve: Serve) => new Hono<Env>().all('/users', serve('users', users))
