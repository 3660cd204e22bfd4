import { connectControl } from './client.ts'

const { TENANT_REFERENCE_CONTROL: address } = process.env
if (!address) throw new Error('TENANT_REFERENCE_CONTROL is not set: take it from what the reference server printed')

/** A ready control module (`--control reference-server/control/module.ts`) for a running reference server. */
export default connectControl(address)
