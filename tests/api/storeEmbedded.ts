/** In each test file that runs on the embedded database, before it: a worker may have had files of PostgreSQL's. */
delete process.env.TEST_DATABASE_URL;
