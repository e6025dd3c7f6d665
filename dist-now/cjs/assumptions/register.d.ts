/** The points that the document leaves open, by id. */
export declare const register: {
    readonly assessmentStates: {
        readonly section: '3';
        readonly question: 'Which states does an assessment go through?';
        readonly options: {
            readonly pending_completed: 'pending, then completed or failed';
            readonly pending_in_progress_completed: 'pending, in_progress, then completed or failed';
        };
        readonly default: 'pending_completed';
        readonly reason: 'The document names only pending. This option adds the fewest names.';
    };
    readonly pendingRead: {
        readonly section: '3';
        readonly question: 'How is a get answered before the assessment completes?';
        readonly options: {
            readonly creation_result: 'with the documented creation result and the current status';
            readonly not_found: 'with resource_not_found';
            readonly blank_record: 'with the full record: score 0, no findings, a zero summary, and the time of creation as timestamp';
        };
        readonly default: 'creation_result';
        readonly reason: 'Only this documented shape can show the status pending.';
    };
    readonly pendingListed: {
        readonly section: '3';
        readonly question: 'Does the list contain an assessment that has not completed, or that failed?';
        readonly options: {
            readonly hidden: 'no';
            readonly score_null: 'yes, with score null and the time of creation as timestamp';
            readonly score_zero: 'yes, with score 0 and the time of creation as timestamp';
        };
        readonly default: 'hidden';
        readonly reason: 'The score of a list item is an integer, and only a completed assessment has a score.';
    };
    readonly failedRead: {
        readonly section: '3';
        readonly question: 'How is a get answered after the assessment failed?';
        readonly options: {
            readonly creation_result: 'with the documented creation result and status failed';
            readonly not_found: 'with resource_not_found';
        };
        readonly default: 'creation_result';
        readonly reason: 'A client that polls must see that it can stop.';
    };
    readonly recordStatusField: {
        readonly section: '2.2';
        readonly question: 'Does a completed record have a status field?';
        readonly options: {
            readonly absent: 'no';
            readonly present: 'yes, with the value completed';
        };
        readonly default: 'absent';
        readonly reason: 'The documented table of the full record has no such field.';
    };
    readonly assessmentTimestamp: {
        readonly section: '2.2';
        readonly question: 'Which time does the timestamp of a record show?';
        readonly options: {
            readonly completed: 'the time of completion';
            readonly created: 'the time of creation';
        };
        readonly default: 'completed';
        readonly reason: 'The score and the findings beside it are of that time.';
    };
    readonly severityValues: {
        readonly section: '2.2';
        readonly question: 'Which severities occur?';
        readonly options: {
            readonly three: 'high, medium and low';
            readonly with_critical: 'critical too: the first high finding of a record is critical, and no field of the summary counts it';
        };
        readonly default: 'three';
        readonly reason: 'The summary counts these three severities.';
    };
    readonly assessmentTypeFilter: {
        readonly section: '4.1';
        readonly question: 'How is a resource_type filter answered if no record has its value?';
        readonly options: {
            readonly empty: 'with an empty list';
            readonly reject: 'with invalid_request';
        };
        readonly default: 'empty';
        readonly reason: 'By convention, a filter that matches nothing gives an empty list.';
    };
    readonly assessmentCreateStatus: {
        readonly section: '4.1';
        readonly question: 'Which HTTP status does the creation of an assessment have?';
        readonly options: {
            readonly '201': '201 Created';
            readonly '202': '202 Accepted';
            readonly '200': '200 OK';
        };
        readonly default: '201';
        readonly reason: 'By convention, a POST that creates a record is answered with 201.';
    };
    readonly jobCreateStatus: {
        readonly section: '4.3';
        readonly question: 'Which HTTP status does the creation of a job have?';
        readonly options: {
            readonly '201': '201 Created';
            readonly '202': '202 Accepted';
            readonly '200': '200 OK';
        };
        readonly default: '201';
        readonly reason: 'By convention, a POST that creates a record is answered with 201.';
    };
    readonly assessmentRequiredFields: {
        readonly section: '2.2';
        readonly question: 'Which fields does the body that creates an assessment need?';
        readonly options: {
            readonly resource: 'resource_id and resource_type';
            readonly all: 'resource_id, resource_type, scan_options and both of its fields';
            readonly resource_id: 'only resource_id; the type comes from the inventory, and is required if the resource is not in it';
        };
        readonly default: 'resource';
        readonly reason: 'Both name the resource. By convention, the options of a scan have defaults.';
    };
    readonly jobRequiredFields: {
        readonly section: '2.4';
        readonly question: 'Which fields does the body that creates a job need?';
        readonly options: {
            readonly all: 'every field except description and notification';
            readonly core: 'name, data_source.type and analysis_type';
        };
        readonly default: 'all';
        readonly reason: 'The document calls only description and notification optional. This is the stricter reading.';
    };
    readonly nullBodyFields: {
        readonly section: '2.2, 2.4';
        readonly question: 'How is a body handled if an optional field is null?';
        readonly options: {
            readonly reject: 'it is refused with invalid_request';
            readonly absent: 'the field counts as absent';
        };
        readonly default: 'reject';
        readonly reason: 'The document gives each field a type, and null is not of that type. This is the stricter reading.';
    };
    readonly unknownBodyFields: {
        readonly section: '2.2, 2.4';
        readonly question: 'How is a body handled if it has a field that the document does not name?';
        readonly options: {
            readonly reject: 'it is refused with invalid_request';
            readonly ignore: 'the field is ignored';
        };
        readonly default: 'reject';
        readonly reason: 'The stricter reading shows a misspelt optional field at once.';
    };
    readonly assessedResource: {
        readonly section: '2.2';
        readonly question: 'Can a resource be assessed that is not in the inventory?';
        readonly options: {
            readonly must_exist: 'no: resource_not_found';
            readonly any: 'yes, if its id has the right form';
        };
        readonly default: 'must_exist';
        readonly reason: 'Assessments are of inventory records. This is the stricter reading.';
    };
    readonly assessedResourceType: {
        readonly section: '2.2';
        readonly question: 'How is a body handled if its resource_type differs from that in the inventory?';
        readonly options: {
            readonly reject: 'it is refused with invalid_request';
            readonly ignore: 'the assessment has the type that was sent';
        };
        readonly default: 'reject';
        readonly reason: 'This is the stricter reading.';
    };
    readonly assessmentValues: {
        readonly section: '2.2';
        readonly question: 'Can resource_type and categories have values that are neither in the document nor in the dataset?';
        readonly options: {
            readonly accept: 'yes, any text; an unknown category has no checks';
            readonly reject: 'no: invalid_request';
        };
        readonly default: 'accept';
        readonly reason: 'The document gives examples, and no complete list.';
    };
    readonly jobValues: {
        readonly section: '2.4';
        readonly question: 'Can data_source.type, log_types, analysis_type and output_format have values that are neither in the document nor in the dataset?';
        readonly options: {
            readonly accept: 'yes, any text';
            readonly reject: 'no: invalid_request';
        };
        readonly default: 'accept';
        readonly reason: 'The document gives examples, and no complete list.';
    };
    readonly dateRange: {
        readonly section: '2.4';
        readonly question: 'How is a body handled if its start_date is after its end_date?';
        readonly options: {
            readonly reject: 'it is refused with invalid_request';
            readonly accept: 'the job is created';
        };
        readonly default: 'reject';
        readonly reason: 'There is nothing to analyse in an empty range. This is the stricter reading.';
    };
    readonly bodyDateOffset: {
        readonly section: '2.4';
        readonly question: 'Can start_date and end_date have an offset other than Z?';
        readonly options: {
            readonly accept: 'yes, any offset such as +02:00';
            readonly reject: 'no: invalid_request';
        };
        readonly default: 'accept';
        readonly reason: 'By convention, validators of ISO 8601 accept any offset.';
    };
    readonly wrongContentType: {
        readonly section: '4.3';
        readonly question: 'How is a body handled if its Content-Type is not application/json?';
        readonly options: {
            readonly reject: 'it is refused with invalid_request';
            readonly accept: 'it is read as JSON';
        };
        readonly default: 'reject';
        readonly reason: 'The document asks for this header in every request with a body.';
    };
    readonly requestEncoding: {
        readonly section: '4.3';
        readonly question: 'How is a body handled if it has a Content-Encoding?';
        readonly options: {
            readonly reject: 'it is refused with invalid_request';
            readonly decode: 'gzip, deflate and br are decoded to at most 1 MiB; any other encoding is refused with invalid_request';
        };
        readonly default: 'reject';
        readonly reason: 'Few services decode requests, and the document mentions only JSON. This is the stricter reading.';
    };
    readonly errorStatus: {
        readonly section: '7';
        readonly question: 'Which HTTP status does each error code have?';
        readonly options: {
            readonly conventional: '401, 403, 400, 404, 429, 500 and 503, in the order of the table';
            readonly unprocessable: 'the same, except 422 for invalid_request';
            readonly hidden: 'the same, except 404 for authorization_error';
            readonly always_200: '200 for every code';
        };
        readonly default: 'conventional';
        readonly reason: 'The codes are named after these statuses.';
    };
    readonly methodNotAllowed: {
        readonly section: '7';
        readonly question: 'How is a known path answered if it does not have the method?';
        readonly options: {
            readonly invalid_request_405: 'with invalid_request and status 405';
            readonly resource_not_found_404: 'with resource_not_found and its usual status';
        };
        readonly default: 'invalid_request_405';
        readonly reason: 'HTTP has status 405 for this case, and invalid_request is the nearest of the seven codes.';
    };
    readonly allowHeader: {
        readonly section: '7';
        readonly question: 'Does an answer with status 405 list the methods of the path in an Allow header?';
        readonly options: {
            readonly present: 'yes';
            readonly absent: 'no';
        };
        readonly default: 'present';
        readonly reason: 'HTTP requires it (RFC 9110, section 15.5.6).';
    };
    readonly headRequests: {
        readonly section: '4';
        readonly question: 'How is HEAD answered on a path that has GET?';
        readonly options: {
            readonly as_get: 'like GET, without the body';
            readonly method_not_allowed: 'like a method that the path does not have';
        };
        readonly default: 'as_get';
        readonly reason: 'HTTP requires it of every general-purpose server (RFC 9110, section 9.1).';
    };
    readonly errorDetails: {
        readonly section: '2.1';
        readonly question: 'Does the details text of an error name the invalid field?';
        readonly options: {
            readonly specific: 'yes, with its value and what was expected';
            readonly generic: 'no, it only explains the code';
        };
        readonly default: 'specific';
        readonly reason: 'The document calls the text a longer explanation.';
    };
    readonly checkOrder: {
        readonly section: '5, 8';
        readonly question: 'In which order is a request checked?';
        readonly options: {
            readonly authentication_quota_permission_request: 'the key, its quota, its permission, then the request (an unknown path included)';
            readonly quota_first: 'the quota, the key, its permission, then the request';
            readonly request_before_permission: 'the key, its quota, the request (except the existence of its record), then the permission';
        };
        readonly default: 'authentication_quota_permission_request';
        readonly reason: 'Gateways use this order. It reveals nothing to a client without permission.';
    };
    readonly notifyOn: {
        readonly section: '6';
        readonly question: 'Which changes of a job are notified?';
        readonly options: {
            readonly terminal: 'its completion and its failure';
            readonly every_transition: 'its start too';
        };
        readonly default: 'terminal';
        readonly reason: 'A client waits for the end.';
    };
    readonly webhookSigning: {
        readonly section: '6';
        readonly question: 'How is a webhook signed?';
        readonly options: {
            readonly standard_webhooks: 'by the three headers of the Standard Webhooks specification: an HMAC with the secret of the sandbox';
            readonly none: 'it is not signed';
        };
        readonly default: 'standard_webhooks';
        readonly reason: 'It is the common specification. A client that verifies signatures is ready for a service that signs.';
    };
    readonly webhookRetries: {
        readonly section: '6';
        readonly question: 'Is a webhook sent again if it is not accepted?';
        readonly options: {
            readonly backoff: 'yes, four more times: after 5 s, 5 min, 30 min and 2 h';
            readonly none: 'no';
        };
        readonly default: 'backoff';
        readonly reason: 'Careful senders retry. Standard Webhooks recommends these times.';
    };
    readonly webhookPayload: {
        readonly section: '6';
        readonly question: 'What does the body of a webhook contain?';
        readonly options: {
            readonly event: 'an event with type, timestamp, and the job record as data';
            readonly record: 'only the job record';
        };
        readonly default: 'event';
        readonly reason: 'Standard Webhooks recommends a payload that names its type.';
    };
    readonly timestampPrecision: {
        readonly section: '2';
        readonly question: 'How precise are the date-times in answers?';
        readonly options: {
            readonly seconds: '2026-01-31T12:00:00Z';
            readonly milliseconds: '2026-01-31T12:00:00.000Z';
        };
        readonly default: 'seconds';
        readonly reason: 'It is the simplest form of ISO 8601.';
    };
    readonly absentOptional: {
        readonly section: '2';
        readonly question: 'How is an optional field without a value shown?';
        readonly options: {
            readonly absent: 'it is left out';
            readonly null: 'as null';
        };
        readonly default: 'absent';
        readonly reason: 'The examples leave out the page links, which are the only such case in them.';
    };
    readonly contentType: {
        readonly section: '1';
        readonly question: 'Which Content-Type do answers have?';
        readonly options: {
            readonly json: 'application/json';
            readonly with_charset: 'application/json; charset=utf-8';
        };
        readonly default: 'json';
        readonly reason: 'JSON has no charset parameter (RFC 8259).';
    };
    readonly deprecation: {
        readonly section: '9';
        readonly question: 'Do answers announce the end of this version?';
        readonly options: {
            readonly absent: 'no';
            readonly sunset: 'yes, by the headers Deprecation and Sunset';
        };
        readonly default: 'absent';
        readonly reason: 'The document does not announce an end.';
    };
    readonly cors: {
        readonly section: '1';
        readonly question: 'Which web pages may use the API from a browser (CORS)?';
        readonly options: {
            readonly loopback_origins: 'those of this machine: localhost, names below .localhost, 127.0.0.0/8 and [::1], at every port, by http and https';
            readonly any: 'all';
            readonly none: 'none: no answer has headers for pages, and a preflight is a request like any other';
        };
        readonly default: 'loopback_origins';
        readonly reason: 'A front end in development can use the fake, and no foreign page can.';
    };
    readonly jobIdFormat: {
        readonly section: '2.4, 7';
        readonly question: 'Which form does a job id have, and how is a malformed one answered?';
        readonly options: {
            readonly uuid: 'a UUID; a malformed one with invalid_request';
            readonly opaque: 'job- and 32 hexadecimal digits; a malformed one with resource_not_found';
        };
        readonly default: 'uuid';
        readonly reason: 'The same as for resourceIdFormat.';
    };
    readonly jobStates: {
        readonly section: '3';
        readonly question: 'Which names do the job states have?';
        readonly options: {
            readonly pending_running_completed_failed: 'pending, running, completed, failed';
            readonly queued_processing_succeeded_failed: 'queued, processing, succeeded, failed';
        };
        readonly default: 'pending_running_completed_failed';
        readonly reason: 'The document names only the state pending, for assessments.';
    };
    readonly jobRecord: {
        readonly section: '2.4';
        readonly question: 'Which fields does a job record have?';
        readonly options: {
            readonly full: 'id, name, description, status, type, data_source, output_format, the dates of creation and of the last update, and the date of completion once it has completed';
            readonly minimal: 'id, name, status, type and the date of creation';
        };
        readonly default: 'full';
        readonly reason: 'By convention, a get returns the fields that the client sent.';
    };
    readonly jobTypeField: {
        readonly section: '2.4';
        readonly question: 'Which name does the type field of a job record have?';
        readonly options: {
            readonly analysis_type: 'analysis_type';
            readonly type: 'type';
        };
        readonly default: 'analysis_type';
        readonly reason: 'The field has this name in the body that creates a job.';
    };
    readonly jobDateField: {
        readonly section: '2.4';
        readonly question: 'Which names do the dates of a job record have?';
        readonly options: {
            readonly created_at: 'created_at, updated_at, completed_at';
            readonly created_date: 'created_date, updated_date, completed_date';
        };
        readonly default: 'created_at';
        readonly reason: 'Cloud resources have a field created_at.';
    };
    readonly jobResults: {
        readonly section: '2.4';
        readonly question: 'Does a completed job have results?';
        readonly options: {
            readonly absent: 'no';
            readonly present: 'yes, in the object results';
        };
        readonly default: 'absent';
        readonly reason: 'The document does not name such a field.';
    };
    readonly jobStatusFilter: {
        readonly section: '4.3';
        readonly question: 'How is a status filter answered if no state has its value?';
        readonly options: {
            readonly empty: 'with an empty list';
            readonly reject: 'with invalid_request';
        };
        readonly default: 'empty';
        readonly reason: 'By convention, a filter that matches nothing gives an empty list.';
    };
    readonly jobTypeFilter: {
        readonly section: '4.3';
        readonly question: 'How is a type filter answered if no job has its value?';
        readonly options: {
            readonly empty: 'with an empty list';
            readonly reject: 'with invalid_request';
        };
        readonly default: 'empty';
        readonly reason: 'The same as for jobStatusFilter.';
    };
    readonly jobListItem: {
        readonly section: '4.3';
        readonly question: 'Does an item of the job list have all fields of the record?';
        readonly options: {
            readonly same: 'yes';
            readonly minimal: 'no, only id, name, status, type and the date of creation';
        };
        readonly default: 'same';
        readonly reason: 'The document has no other shape for jobs.';
    };
    readonly createdAfterFormat: {
        readonly section: '4.3';
        readonly question: 'Which form does created_after have?';
        readonly options: {
            readonly iso_8601: 'an ISO 8601 date or date-time';
            readonly date_time: 'an ISO 8601 date-time';
            readonly unix_seconds: 'a Unix time in seconds';
        };
        readonly default: 'iso_8601';
        readonly reason: 'The other date filters have the form of ISO 8601.';
    };
    readonly createdAfterDate: {
        readonly section: '4.3';
        readonly question: 'Which instant does created_after mean if it is a date without a time?';
        readonly options: {
            readonly start_of_day: 'the start of that day in UTC';
            readonly end_of_day: 'the end of that day in UTC';
        };
        readonly default: 'start_of_day';
        readonly reason: 'By convention, a date stands for the start of its day.';
    };
    readonly createdAfterBound: {
        readonly section: '4.3';
        readonly question: 'Is a job listed that was created at exactly the time of created_after?';
        readonly options: {
            readonly excluded: 'no';
            readonly included: 'yes';
        };
        readonly default: 'excluded';
        readonly reason: 'This is the literal meaning of after.';
    };
    readonly authScheme: {
        readonly section: '5';
        readonly question: 'In which spellings is the word Bearer accepted?';
        readonly options: {
            readonly any_case: 'in upper and lower case';
            readonly exact: 'only as Bearer';
        };
        readonly default: 'any_case';
        readonly reason: 'HTTP ignores the case of a scheme (RFC 9110, section 11.1).';
    };
    readonly permissionModel: {
        readonly section: '5';
        readonly question: 'Which permissions are there, and which calls need them?';
        readonly options: {
            readonly area_read_write: 'security:read, security:write, cloud:read, analysis:read, analysis:write';
            readonly read_write: 'read for every read, and write for both create calls';
            readonly area: 'security, cloud and analysis, each for all calls of its area';
        };
        readonly default: 'area_read_write';
        readonly reason: 'This is the finest division. A client that works with it works with the others too.';
    };
    readonly rateQuota: {
        readonly section: '8';
        readonly question: 'How many requests an hour does a key have?';
        readonly options: 'whole_number';
        readonly default: 5000;
        readonly reason: 'Public services often have this number, and a test run needs less.';
    };
    readonly rateWindow: {
        readonly section: '8';
        readonly question: 'When does the window of one hour start?';
        readonly options: {
            readonly first_request: 'with the first request';
            readonly clock_hour: 'with each hour of the clock in UTC';
            readonly sliding: 'one hour before each request, so that it slides';
        };
        readonly default: 'first_request';
        readonly reason: 'It is the simplest fixed window.';
    };
    readonly rateCounts: {
        readonly section: '8';
        readonly question: 'Which requests count toward the quota?';
        readonly options: {
            readonly every_request: 'all, refused ones too; requests without a valid key share a quota of their own';
            readonly accepted: 'all except those refused for their key or their quota (401, 429); without a valid key, the headers show a full quota';
        };
        readonly default: 'every_request';
        readonly reason: 'This is the stricter reading.';
    };
    readonly rateScope: {
        readonly section: '8';
        readonly question: 'Does each key have its own quota?';
        readonly options: {
            readonly key: 'yes';
            readonly account: 'no, all keys share one of the size of rateQuota';
        };
        readonly default: 'key';
        readonly reason: 'A request shows its key, and no account.';
    };
    readonly rateResetUnit: {
        readonly section: '8';
        readonly question: 'Which unit does X-Rate-Limit-Reset have?';
        readonly options: {
            readonly seconds: 'seconds';
            readonly milliseconds: 'milliseconds';
        };
        readonly default: 'seconds';
        readonly reason: 'By convention, a Unix timestamp is in seconds.';
    };
    readonly retryAfter: {
        readonly section: '8';
        readonly question: 'Do answers with rate_limit_exceeded and service_unavailable have a Retry-After header?';
        readonly options: {
            readonly absent: 'no';
            readonly present: 'yes, in seconds: the time until the window resets, or 1';
        };
        readonly default: 'absent';
        readonly reason: 'The document does not name the header.';
    };
    readonly limitAboveMax: {
        readonly section: '8';
        readonly question: 'How is a limit above 100 handled?';
        readonly options: {
            readonly reject: 'it is refused with invalid_request';
            readonly clamp: 'it counts as 100';
        };
        readonly default: 'reject';
        readonly reason: 'This is the stricter reading.';
    };
    readonly pagingInvalid: {
        readonly section: '8';
        readonly question: 'How is a page or limit handled that is zero, negative, not an integer, or above 9007199254740991?';
        readonly options: {
            readonly reject: 'it is refused with invalid_request';
            readonly default: 'it counts as absent';
        };
        readonly default: 'reject';
        readonly reason: 'This is the stricter reading. JSON readers may not keep larger integers exactly (RFC 8259, section 6).';
    };
    readonly pageBeyondEnd: {
        readonly section: '8';
        readonly question: 'How is a page after the last answered?';
        readonly options: {
            readonly empty: 'with an empty list';
            readonly resource_not_found: 'with resource_not_found';
            readonly invalid_request: 'with invalid_request';
        };
        readonly default: 'empty';
        readonly reason: 'The list may have become shorter while the client read it.';
    };
    readonly prevBeyondEnd: {
        readonly section: '2.1';
        readonly question: 'Which page does prev_page of a page after the last lead to?';
        readonly options: {
            readonly last_page: 'the last page';
            readonly page_before: 'the page before, which is empty too unless it is the last';
        };
        readonly default: 'last_page';
        readonly reason: 'By convention, a link leads to a page with items.';
    };
    readonly pageLinksAtEdge: {
        readonly section: '2.1';
        readonly question: 'How are next_page on the last page and prev_page on the first page shown?';
        readonly options: {
            readonly absent: 'they are left out';
            readonly null: 'as null';
            readonly empty_string: 'as an empty string';
        };
        readonly default: 'absent';
        readonly reason: 'The examples with a single page leave out both.';
    };
    readonly pageLinkBase: {
        readonly section: '2.1';
        readonly question: 'What are the URLs of pages relative to?';
        readonly options: {
            readonly with_version: 'the host: /v1/cloud/resources?…';
            readonly from_base_url: 'the base address: /cloud/resources?…';
            readonly query_only: 'the request: ?…';
        };
        readonly default: 'with_version';
        readonly reason: 'By the rules for URLs, it resolves against the address of the request.';
    };
    readonly pageLinkFilters: {
        readonly section: '2.1';
        readonly question: 'Do the links to pages keep the filters of the request?';
        readonly options: {
            readonly kept: 'yes';
            readonly dropped: 'no, only page and limit';
        };
        readonly default: 'kept';
        readonly reason: 'A link that leads to another list is of no use.';
    };
    readonly emptyListPages: {
        readonly section: '2.1';
        readonly question: 'Which total_pages does an empty list have?';
        readonly options: {
            readonly '0': '0';
            readonly '1': '1';
        };
        readonly default: '0';
        readonly reason: 'It is the number of items divided by the page size, rounded up.';
    };
    readonly listOrder: {
        readonly section: '4';
        readonly question: 'In which order are the items of a list?';
        readonly options: {
            readonly newest_first: 'the newest first, by the timestamp of an assessment and the creation of any other record';
            readonly oldest_first: 'the oldest first';
            readonly by_id: 'by id';
        };
        readonly default: 'newest_first';
        readonly reason: 'It is the convention for lists that grow.';
    };
    readonly dateBounds: {
        readonly section: '4.1';
        readonly question: 'Is an item listed at exactly the time of to_date?';
        readonly options: {
            readonly included: 'yes';
            readonly excluded: 'no';
        };
        readonly default: 'included';
        readonly reason: 'By convention, a range from one time to another includes both.';
    };
    readonly filterRange: {
        readonly section: '4.1';
        readonly question: 'How is a list answered if its from_date is after its to_date?';
        readonly options: {
            readonly empty: 'with an empty list';
            readonly reject: 'with invalid_request';
        };
        readonly default: 'empty';
        readonly reason: 'No item lies between the two.';
    };
    readonly dateOnly: {
        readonly section: '4.1';
        readonly question: 'Can from_date and to_date be a date without a time?';
        readonly options: {
            readonly accept: 'yes, for the whole day in UTC';
            readonly reject: 'no: invalid_request';
        };
        readonly default: 'accept';
        readonly reason: 'A date has the form of ISO 8601 too, and the parameters are named dates.';
    };
    readonly dateWithoutOffset: {
        readonly section: '4';
        readonly question: 'How is a date-time without an offset handled in a query?';
        readonly options: {
            readonly reject: 'it is refused with invalid_request';
            readonly utc: 'it counts as UTC';
        };
        readonly default: 'reject';
        readonly reason: 'It does not name an instant. This is the stricter reading.';
    };
    readonly dateForms: {
        readonly section: '2.4, 4';
        readonly question: 'Can a date in a query or a body have another form than the extended form of ISO 8601?';
        readonly options: {
            readonly extended: 'no, only that form (2026-01-31T12:00:00Z); any other is refused with invalid_request';
            readonly lenient: 'yes: the basic form (20260131T120000Z), 24:00 at the end of a day, and lower-case t and z; a job then shows its dates in the extended form';
        };
        readonly default: 'extended';
        readonly reason: 'JSON Schema and most readers of ISO 8601 accept this form. This is the stricter reading.';
    };
    readonly emptyFilter: {
        readonly section: '4';
        readonly question: 'How is a filter with an empty value handled, such as type=?';
        readonly options: {
            readonly value: 'like any other value: as a text that no record has, or as an invalid id, date or tag';
            readonly ignore: 'it counts as absent';
            readonly reject: 'it is refused with invalid_request';
        };
        readonly default: 'value';
        readonly reason: 'This is the literal reading: the filter is there, and its value is empty.';
    };
    readonly unknownQuery: {
        readonly section: '4';
        readonly question: 'How is a query parameter handled that the document does not name?';
        readonly options: {
            readonly reject: 'it is refused with invalid_request';
            readonly ignore: 'it is ignored';
        };
        readonly default: 'reject';
        readonly reason: 'The stricter reading shows a misspelt filter at once.';
    };
    readonly duplicateQuery: {
        readonly section: '4';
        readonly question: 'How is a query parameter handled that is there twice, but can have only one value?';
        readonly options: {
            readonly reject: 'it is refused with invalid_request';
            readonly first: 'the first value counts';
            readonly last: 'the last value counts';
        };
        readonly default: 'reject';
        readonly reason: 'There is no common convention. This is the stricter reading.';
    };
    readonly resourceIdFormat: {
        readonly section: '2.3, 7';
        readonly question: 'Which form does a resource id have, and how is a malformed one answered?';
        readonly options: {
            readonly uuid: 'a UUID; a malformed one with invalid_request';
            readonly opaque: 'res- and 32 hexadecimal digits; a malformed one with resource_not_found, and as a filter with an empty list';
            readonly any: 'a UUID, or 1 to 200 letters, digits and -_.:/ as the fixtures and the control plane have it; any other one with resource_not_found, and as a filter with an empty list; a sandbox keeps this choice';
        };
        readonly stays: readonly ["any"];
        readonly default: 'uuid';
        readonly reason: 'The example of invalid_request in the document is an identifier that is not a UUID.';
    };
    readonly resourceValues: {
        readonly section: '2.3, 4.2';
        readonly question: 'How is a type, provider or region filter answered if no resource has its value?';
        readonly options: {
            readonly empty: 'with an empty list';
            readonly reject: 'with invalid_request';
        };
        readonly default: 'empty';
        readonly reason: 'By convention, a filter that matches nothing gives an empty list.';
    };
    readonly resourceStatusValues: {
        readonly section: '2.3';
        readonly question: 'Which status values do resources have?';
        readonly options: {
            readonly several: 'those of the dataset (running, stopped, terminated, provisioning)';
            readonly running: 'only running';
        };
        readonly default: 'several';
        readonly reason: 'A client that handles several values handles one.';
    };
    readonly tagFormat: {
        readonly section: '4.2';
        readonly question: 'Which form does a tag filter have?';
        readonly options: {
            readonly colon: 'key:value';
            readonly equals: 'key=value';
            readonly key: 'only the key';
        };
        readonly default: 'colon';
        readonly reason: 'It needs no escaping in a query.';
    };
    readonly tagMalformed: {
        readonly section: '4.2';
        readonly question: 'How is a tag filter answered that does not have this form?';
        readonly options: {
            readonly reject: 'with invalid_request';
            readonly empty: 'with an empty list';
        };
        readonly default: 'reject';
        readonly reason: 'The stricter reading shows a filter that cannot match anything.';
    };
    readonly tagRepeat: {
        readonly section: '4.2';
        readonly question: 'Which resources do several tag filters select?';
        readonly options: {
            readonly all: 'those with every tag';
            readonly any: 'those with at least one of the tags';
        };
        readonly default: 'all';
        readonly reason: 'By convention, each filter narrows the list.';
    };
};
type Register = typeof register;
/** Id of a row of the register. */
export type AssumptionId = keyof Register;
/** A choice for a row: the name of an option, or a whole number. */
export type Choice<Id extends AssumptionId> = Register[Id]['options'] extends Readonly<Record<infer Option, string>> ? Option : number;
/** A choice for every row. */
export type Profile = {
    readonly [Id in AssumptionId]: Choice<Id>;
};
/** Reads the choice of a row, and records that the answer depends on it. */
export type Assume = <Id extends AssumptionId>(id: Id) => Choice<Id>;
/** The ids of all rows, in the register's order. */
export declare const assumptionIds: readonly ("absentOptional" | "allowHeader" | "assessedResource" | "assessedResourceType" | "assessmentCreateStatus" | "assessmentRequiredFields" | "assessmentStates" | "assessmentTimestamp" | "assessmentTypeFilter" | "assessmentValues" | "authScheme" | "bodyDateOffset" | "checkOrder" | "contentType" | "cors" | "createdAfterBound" | "createdAfterDate" | "createdAfterFormat" | "dateBounds" | "dateForms" | "dateOnly" | "dateRange" | "dateWithoutOffset" | "deprecation" | "duplicateQuery" | "emptyFilter" | "emptyListPages" | "errorDetails" | "errorStatus" | "failedRead" | "filterRange" | "headRequests" | "jobCreateStatus" | "jobDateField" | "jobIdFormat" | "jobListItem" | "jobRecord" | "jobRequiredFields" | "jobResults" | "jobStates" | "jobStatusFilter" | "jobTypeField" | "jobTypeFilter" | "jobValues" | "limitAboveMax" | "listOrder" | "methodNotAllowed" | "notifyOn" | "nullBodyFields" | "pageBeyondEnd" | "pageLinkBase" | "pageLinkFilters" | "pageLinksAtEdge" | "pagingInvalid" | "pendingListed" | "pendingRead" | "permissionModel" | "prevBeyondEnd" | "rateCounts" | "rateQuota" | "rateResetUnit" | "rateScope" | "rateWindow" | "recordStatusField" | "requestEncoding" | "resourceIdFormat" | "resourceStatusValues" | "resourceValues" | "retryAfter" | "severityValues" | "tagFormat" | "tagMalformed" | "tagRepeat" | "timestampPrecision" | "unknownBodyFields" | "unknownQuery" | "webhookPayload" | "webhookRetries" | "webhookSigning" | "wrongContentType")[];
export {};
