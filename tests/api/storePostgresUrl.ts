/** In each test file that runs on PostgreSQL, before it. */
import { inject } from 'vitest';

process.env.TEST_DATABASE_URL = inject('postgresUrl');
