package cloudsec.fake;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives tests that take a {@link CloudsecSandbox} a sandbox of their own, which is new and named after the test. A
 * failure lists its requests; after a pass it is given back. One that takes a {@link Fake} gets the fake of the run.
 *
 * <p>The nearest annotation that sets an element decides: of the method, its class, the class around it. Then comes the
 * configuration parameter {@code cloudsec.} and the name, with commas between several values.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(CloudsecExtension.class)
public @interface CloudsecFake {
    /** Scenarios that are on: names, or definitions as texts of JSON. Default: none. */
    String[] scenario() default {};

    /** {@code real}, {@code frozen} (at 2026-07-01T00:00:00Z), or a date-time to freeze at. Default: as the fake. */
    String clock() default "";

    /** Options of assumptions: {@code errorStatus=422}. Default: as the fake. */
    String[] assume() default {};

    /** Begins with a sandbox that has no records. Default: false. */
    boolean[] empty() default {};

    /** Fails a test that passes otherwise if a request matched no operation or a scenario never fired. Default: false. */
    boolean[] strict() default {};

    /** Judges the requests of a test that passes otherwise: {@code fail}, {@code warn} or {@code off}. Default: off. */
    String conduct() default "";

    /** Ids of verdicts of {@code conduct} that do not count. Default: none. */
    String[] allow() default {};

    /** The shortest pause between two reads of a record that is not finished, for {@code conduct}. Default: 1s. */
    String pollEvery() default "";
}
