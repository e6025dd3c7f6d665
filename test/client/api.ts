export interface paths {
    "/security/assessments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets an assessment
         * @description Needs the permission `security:read`.
         */
        get: operations["getAssessment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/security/assessments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists assessments
         * @description Needs the permission `security:read`.
         */
        get: operations["listAssessments"];
        put?: never;
        /**
         * Creates an assessment of a resource
         * @description Needs the permission `security:write`.
         */
        post: operations["createAssessment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cloud/resources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the resources of the inventory
         * @description Needs the permission `cloud:read`.
         */
        get: operations["listResources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cloud/resources/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets a whole resource
         * @description Needs the permission `cloud:read`.
         */
        get: operations["getResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data/analysis/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists analysis jobs
         * @description Needs the permission `analysis:read`.
         */
        get: operations["listJobs"];
        put?: never;
        /**
         * Creates an analysis job
         * @description Needs the permission `analysis:write`.
         */
        post: operations["createJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data/analysis/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets an analysis job
         * @description Needs the permission `analysis:read`.
         */
        get: operations["getJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Assessment: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            resource_id: string;
            resource_type: string;
            /** Format: date-time */
            timestamp: string;
            score: number;
            findings: {
                id: string;
                /** @enum {string} */
                severity: "high" | "medium" | "low";
                category: string;
                description: string;
                remediation: string;
            }[];
            summary: {
                high_severity: number;
                medium_severity: number;
                low_severity: number;
                passing_checks: number;
            };
        };
        AssessmentItem: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            resource_id: string;
            resource_type: string;
            /** Format: date-time */
            timestamp: string;
            score: number;
        };
        AuthenticationErrorAnswer: {
            /** @constant */
            status: "error";
            error: {
                /** @enum {string} */
                code: "authentication_error";
                message: string;
                details: string;
            };
        };
        AuthorizationErrorAnswer: {
            /** @constant */
            status: "error";
            error: {
                /** @enum {string} */
                code: "authorization_error";
                message: string;
                details: string;
            };
        };
        CreateAssessmentAnswer: {
            /** @constant */
            status: "success";
            data: components["schemas"]["CreatedAssessment"];
        };
        CreateAssessmentBody: {
            /** Format: uuid */
            resource_id: string;
            resource_type: string;
            scan_options?: {
                comprehensive?: boolean;
                categories?: string[];
            };
        };
        CreateJobAnswer: {
            /** @constant */
            status: "success";
            data: components["schemas"]["Job"];
        };
        CreateJobBody: {
            name: string;
            description?: string;
            data_source: {
                type: string;
                parameters: {
                    start_date: string;
                    end_date: string;
                    log_types: string[];
                };
            };
            analysis_type: string;
            output_format: string;
            notification?: {
                /** Format: email */
                email?: string;
                /** Format: uri */
                webhook_url?: string;
            };
        };
        CreatedAssessment: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            resource_id: string;
            resource_type: string;
            /** @enum {string} */
            status: "pending";
            /** Format: date-time */
            estimated_completion_time: string;
        };
        DataSource: {
            type: string;
            parameters?: {
                start_date?: string;
                end_date?: string;
                log_types?: string[];
            };
        };
        GetAssessmentAnswer: {
            /** @constant */
            status: "success";
            data: components["schemas"]["Assessment"] | components["schemas"]["UnfinishedAssessment"];
        };
        GetJobAnswer: {
            /** @constant */
            status: "success";
            data: components["schemas"]["Job"];
        };
        GetResourceAnswer: {
            /** @constant */
            status: "success";
            data: components["schemas"]["Resource"];
        };
        InternalErrorAnswer: {
            /** @constant */
            status: "error";
            error: {
                /** @enum {string} */
                code: "internal_error";
                message: string;
                details: string;
            };
        };
        InvalidRequestAnswer: {
            /** @constant */
            status: "error";
            error: {
                /** @enum {string} */
                code: "invalid_request";
                message: string;
                details: string;
            };
        };
        Job: {
            name: string;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "pending" | "running" | "completed" | "failed";
            analysis_type: string;
            /** Format: date-time */
            created_at: string;
            description?: string;
            data_source: components["schemas"]["DataSource"];
            output_format?: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            completed_at?: string;
        };
        ListAssessmentsAnswer: {
            /** @constant */
            status: "success";
            data: components["schemas"]["AssessmentItem"][];
            pagination: components["schemas"]["Pagination"];
        };
        ListJobsAnswer: {
            /** @constant */
            status: "success";
            data: components["schemas"]["Job"][];
            pagination: components["schemas"]["Pagination"];
        };
        ListResourcesAnswer: {
            /** @constant */
            status: "success";
            data: components["schemas"]["ResourceItem"][];
            pagination: components["schemas"]["Pagination"];
        };
        Pagination: {
            total_items: number;
            total_pages: number;
            current_page: number;
            items_per_page: number;
            next_page?: string;
            prev_page?: string;
        };
        RateLimitExceededAnswer: {
            /** @constant */
            status: "error";
            error: {
                /** @enum {string} */
                code: "rate_limit_exceeded";
                message: string;
                details: string;
            };
        };
        Resource: {
            /** Format: uuid */
            id: string;
            name: string;
            type: string;
            provider: string;
            region: string;
            /** @enum {string} */
            status: "running" | "stopped" | "terminated" | "provisioning";
            /** Format: date-time */
            created_at: string;
            tags: {
                key: string;
                value: string;
            }[];
            /** Format: date-time */
            updated_at: string;
            details: {
                instance_type: string;
                vpc_id: string;
                subnet_id: string;
                public_ip: string;
                private_ip: string;
                security_groups: {
                    id: string;
                    name: string;
                }[];
                volumes: {
                    id: string;
                    size_gb: number;
                    type: string;
                }[];
            };
        };
        ResourceItem: {
            /** Format: uuid */
            id: string;
            name: string;
            type: string;
            provider: string;
            region: string;
            /** @enum {string} */
            status: "running" | "stopped" | "terminated" | "provisioning";
            /** Format: date-time */
            created_at: string;
            tags: {
                key: string;
                value: string;
            }[];
        };
        ResourceNotFoundAnswer: {
            /** @constant */
            status: "error";
            error: {
                /** @enum {string} */
                code: "resource_not_found";
                message: string;
                details: string;
            };
        };
        ServiceUnavailableAnswer: {
            /** @constant */
            status: "error";
            error: {
                /** @enum {string} */
                code: "service_unavailable";
                message: string;
                details: string;
            };
        };
        UnfinishedAssessment: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            resource_id: string;
            resource_type: string;
            /** @enum {string} */
            status: "pending" | "failed";
            /** Format: date-time */
            estimated_completion_time: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The most requests that are allowed in an hour (§8). */
        RateLimit: number;
        /** @description Requests that remain in the window (§8). */
        RateRemaining: number;
        /** @description When the window resets: a Unix timestamp in seconds (§8). */
        RateReset: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAssessment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example d1a98ef1-fb29-4a83-8716-45131a9d5340
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It succeeded. */
            200: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetAssessmentAnswer"];
                };
            };
            /** @description Invalid request parameters (§7). */
            400: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestAnswer"];
                };
            };
            /** @description Invalid or missing API key (§7). */
            401: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthenticationErrorAnswer"];
                };
            };
            /** @description Insufficient permissions for the operation (§7). */
            403: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationErrorAnswer"];
                };
            };
            /** @description The requested resource does not exist (§7). */
            404: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResourceNotFoundAnswer"];
                };
            };
            /** @description The rate limit has been exceeded (§7). */
            429: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededAnswer"];
                };
            };
            /** @description An internal server error occurred (§7). */
            500: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalErrorAnswer"];
                };
            };
            /** @description The service is temporarily unavailable (§7). */
            503: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableAnswer"];
                };
            };
        };
    };
    listAssessments: {
        parameters: {
            query?: {
                /** @description Filter by resource id. */
                resource_id?: string;
                /** @description Filter by resource type. */
                resource_type?: string;
                /** @description Filter by start date. */
                from_date?: string;
                /** @description Filter by end date. */
                to_date?: string;
                /** @description Page number, from 1 (§8). */
                page?: number;
                /** @description Items on a page (§8). */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It succeeded. */
            200: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAssessmentsAnswer"];
                };
            };
            /** @description Invalid request parameters (§7). */
            400: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestAnswer"];
                };
            };
            /** @description Invalid or missing API key (§7). */
            401: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthenticationErrorAnswer"];
                };
            };
            /** @description Insufficient permissions for the operation (§7). */
            403: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationErrorAnswer"];
                };
            };
            /** @description The requested resource does not exist (§7). */
            404: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResourceNotFoundAnswer"];
                };
            };
            /** @description The rate limit has been exceeded (§7). */
            429: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededAnswer"];
                };
            };
            /** @description An internal server error occurred (§7). */
            500: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalErrorAnswer"];
                };
            };
            /** @description The service is temporarily unavailable (§7). */
            503: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableAnswer"];
                };
            };
        };
    };
    createAssessment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAssessmentBody"];
            };
        };
        responses: {
            /** @description It succeeded. */
            201: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateAssessmentAnswer"];
                };
            };
            /** @description Invalid request parameters (§7). */
            400: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestAnswer"];
                };
            };
            /** @description Invalid or missing API key (§7). */
            401: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthenticationErrorAnswer"];
                };
            };
            /** @description Insufficient permissions for the operation (§7). */
            403: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationErrorAnswer"];
                };
            };
            /** @description The requested resource does not exist (§7). */
            404: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResourceNotFoundAnswer"];
                };
            };
            /** @description The rate limit has been exceeded (§7). */
            429: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededAnswer"];
                };
            };
            /** @description An internal server error occurred (§7). */
            500: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalErrorAnswer"];
                };
            };
            /** @description The service is temporarily unavailable (§7). */
            503: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableAnswer"];
                };
            };
        };
    };
    listResources: {
        parameters: {
            query?: {
                /** @description Filter by resource type. */
                type?: string;
                /** @description Filter by cloud provider. */
                provider?: string;
                /** @description Filter by region. */
                region?: string;
                /** @description Filter by tag; may be repeated. */
                tag?: string[];
                /** @description Page number, from 1 (§8). */
                page?: number;
                /** @description Items on a page (§8). */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It succeeded. */
            200: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListResourcesAnswer"];
                };
            };
            /** @description Invalid request parameters (§7). */
            400: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestAnswer"];
                };
            };
            /** @description Invalid or missing API key (§7). */
            401: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthenticationErrorAnswer"];
                };
            };
            /** @description Insufficient permissions for the operation (§7). */
            403: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationErrorAnswer"];
                };
            };
            /** @description The requested resource does not exist (§7). */
            404: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResourceNotFoundAnswer"];
                };
            };
            /** @description The rate limit has been exceeded (§7). */
            429: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededAnswer"];
                };
            };
            /** @description An internal server error occurred (§7). */
            500: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalErrorAnswer"];
                };
            };
            /** @description The service is temporarily unavailable (§7). */
            503: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableAnswer"];
                };
            };
        };
    };
    getResource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example a4791085-492e-4935-ad96-c840cfdbc55a
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It succeeded. */
            200: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetResourceAnswer"];
                };
            };
            /** @description Invalid request parameters (§7). */
            400: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestAnswer"];
                };
            };
            /** @description Invalid or missing API key (§7). */
            401: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthenticationErrorAnswer"];
                };
            };
            /** @description Insufficient permissions for the operation (§7). */
            403: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationErrorAnswer"];
                };
            };
            /** @description The requested resource does not exist (§7). */
            404: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResourceNotFoundAnswer"];
                };
            };
            /** @description The rate limit has been exceeded (§7). */
            429: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededAnswer"];
                };
            };
            /** @description An internal server error occurred (§7). */
            500: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalErrorAnswer"];
                };
            };
            /** @description The service is temporarily unavailable (§7). */
            503: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableAnswer"];
                };
            };
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /** @description Filter by job status. */
                status?: string;
                /** @description Filter by creation date. */
                created_after?: string;
                /** @description Filter by analysis type. */
                type?: string;
                /** @description Page number, from 1 (§8). */
                page?: number;
                /** @description Items on a page (§8). */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It succeeded. */
            200: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListJobsAnswer"];
                };
            };
            /** @description Invalid request parameters (§7). */
            400: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestAnswer"];
                };
            };
            /** @description Invalid or missing API key (§7). */
            401: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthenticationErrorAnswer"];
                };
            };
            /** @description Insufficient permissions for the operation (§7). */
            403: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationErrorAnswer"];
                };
            };
            /** @description The requested resource does not exist (§7). */
            404: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResourceNotFoundAnswer"];
                };
            };
            /** @description The rate limit has been exceeded (§7). */
            429: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededAnswer"];
                };
            };
            /** @description An internal server error occurred (§7). */
            500: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalErrorAnswer"];
                };
            };
            /** @description The service is temporarily unavailable (§7). */
            503: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableAnswer"];
                };
            };
        };
    };
    createJob: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateJobBody"];
            };
        };
        responses: {
            /** @description It succeeded. */
            201: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateJobAnswer"];
                };
            };
            /** @description Invalid request parameters (§7). */
            400: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestAnswer"];
                };
            };
            /** @description Invalid or missing API key (§7). */
            401: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthenticationErrorAnswer"];
                };
            };
            /** @description Insufficient permissions for the operation (§7). */
            403: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationErrorAnswer"];
                };
            };
            /** @description The requested resource does not exist (§7). */
            404: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResourceNotFoundAnswer"];
                };
            };
            /** @description The rate limit has been exceeded (§7). */
            429: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededAnswer"];
                };
            };
            /** @description An internal server error occurred (§7). */
            500: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalErrorAnswer"];
                };
            };
            /** @description The service is temporarily unavailable (§7). */
            503: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableAnswer"];
                };
            };
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 7fc4ec60-f4e1-4d1b-8ba4-0bdce1219742
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It succeeded. */
            200: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetJobAnswer"];
                };
            };
            /** @description Invalid request parameters (§7). */
            400: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestAnswer"];
                };
            };
            /** @description Invalid or missing API key (§7). */
            401: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthenticationErrorAnswer"];
                };
            };
            /** @description Insufficient permissions for the operation (§7). */
            403: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationErrorAnswer"];
                };
            };
            /** @description The requested resource does not exist (§7). */
            404: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResourceNotFoundAnswer"];
                };
            };
            /** @description The rate limit has been exceeded (§7). */
            429: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededAnswer"];
                };
            };
            /** @description An internal server error occurred (§7). */
            500: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalErrorAnswer"];
                };
            };
            /** @description The service is temporarily unavailable (§7). */
            503: {
                headers: {
                    "X-Rate-Limit-Limit": components["headers"]["RateLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateRemaining"];
                    "X-Rate-Limit-Reset": components["headers"]["RateReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableAnswer"];
                };
            };
        };
    };
}
