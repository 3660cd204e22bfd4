import { Hono } from 'hono'
import type { Env, Serve } from '../route.ts'
import { company } from './company.ts'
import { listOf } from './lists.ts'
import { rows } from './rows.ts'

/** Variant B (B 4). */
export const appB = (serve: Serve) =>
  new Hono<Env>()
    .all('/projects', serve('projects', listOf('projects')))
    .all('/projects/:project/datasets', serve('datasets', listOf('datasets')))
    .all('/projects/:project/nodes', serve('nodes', listOf('nodes')))
    .all('/projects/:project/datasets/:dataset/rows', serve('rows', rows))
    .all('/company', serve('company', company))
