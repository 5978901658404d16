/** Prints every tenant id, comma-separated: the parameter TenantIds of aws.yaml. */
import { tenants } from '../../tenants/index.ts';

console.log(tenants.map(({ id }) => id).join(','));
